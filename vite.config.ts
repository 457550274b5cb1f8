import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leftOut } from './scripts/building/left-out.ts'
import { noticesPlugin } from './scripts/building/notices.ts'

/**
 * `vite build` makes the browser's files, `vite build --ssr` the renderer that `pages.ts` loads.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), noticesPlugin(import.meta.dirname), leftOut()],
  // Pages for trying out payments by hand are in builds that ask for them, and in no others.
  define: {
    'import.meta.env.HAS_DEV_TOOLS': 'false',
    // Else the renderer would take React's slow variant whenever it is run outside production.
    ...(isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {}),
  },
  appType: 'custom',
  publicDir: isSsrBuild ? false : 'public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/browser',
    assetsDir: 'assets',
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    manifest: !isSsrBuild,
    modulePreload: {
      polyfill: false,
      // What a page needs besides is fetched once it is there: else it is all named in the file that every visitor gets.
      resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: isSsrBuild
      ? { input: 'src/entry.server.tsx' }
      : {
          input: [
            'src/entry.start.ts',
            'src/marketing/web/frame/when-online.ts',
            'src/entry.browser.tsx',
          ],
          // What every page needs comes as one file, with the feed that most of them lead to: apart, its
          // pieces compress worse and each costs headers of its own.
          output: {
            // Each name of a page is in that file: only pages have words in theirs.
            chunkFileNames: ({ name }) =>
              name.endsWith('Page') ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'base', tags: ['$initial'], test: /^(?!.*entry\.start|.*when-online)/ },
                // Small things that would each be a file and a line of the head of every page that needs
                // them: what forms are made of, ...
                {
                  name: 'forms',
                  test: /src\/(accounts\/web\/(EmailField|FormErrors|SignInScreen|form-schemas|sign-in)|ui\/(Field|PasswordField))/,
                },
                // ... what pages of brands, categories and days have in common, ...
                {
                  name: 'places',
                  test: /src\/(deals\/web\/browse\/(?!\w+Page\.tsx|JoinForRetailers)|web\/page\/LoadFailure)/,
                },
                // ... what words and limits several slices have, but for what few pages read, ...
                {
                  name: 'words',
                  test: /src\/(\w+\/(?!filters\/reading|editions\/paths)(\w+\/)?\w+\.facts|shared\/)(?!.*size)/,
                },
                // ... and what pages that sell have in common.
                {
                  name: 'offering',
                  test: /src\/(deals\/web\/use-pictures-preload|marketing\/web\/landing\/(ClosingCall|Stats|Offering))/,
                },
              ],
            },
          },
        },
  },
  ssr: {
    // One file that stands by itself.
    noExternal: isSsrBuild ? true : [],
  },
}))
