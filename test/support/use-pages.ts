import { useTestApp } from './test-app.ts'

/** An app with the built pages and pictures on a CDN; `page` opens one as if typed into the address bar. */
export function usePages(environment: Record<string, string> = {}) {
  const app = useTestApp({
    hasPages: true,
    environment: { IMAGE_CDN_URL: 'https://pictures.example', ...environment },
  })
  const page = (url: string, cookie?: string) =>
    app.inject({ url, headers: { 'sec-fetch-site': 'none', ...(cookie ? { cookie } : {}) } })
  return { app, page }
}
