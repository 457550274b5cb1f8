import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * `vite build` makes the browser's files, `vite build --ssr` the renderer that `pages.ts` loads.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  // Pages for trying out payments by hand are in builds that ask for them, and in no others.
  define: { 'import.meta.env.HAS_DEV_TOOLS': 'false' },
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/browser',
    assetsDir: 'assets',
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { input: 'src/entry.server.tsx' }
      : {
          input: 'src/entry.browser.tsx',
          // What every page needs comes as one file: apart, its pieces compress worse and each costs
          // headers of its own.
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', tags: ['$initial'] },
                // What stands around a deal on every page that shows one.
                {
                  name: 'cards',
                  test: /src\/(deals\/web\/(DealCard|DealPicture)|ui\/(money|Prices)|membership\/web\/(JoinButton|OfferTerms))/,
                },
              ],
            },
          },
        },
  },
  ssr: {
    // One file, with React's production build whatever NODE_ENV says at run time.
    noExternal: isSsrBuild ? true : [],
  },
}))
