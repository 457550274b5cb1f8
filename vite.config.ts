import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noticesPlugin } from './scripts/notices.ts'

/**
 * `vite build` makes the browser's files, `vite build --ssr` the renderer that `pages.ts` loads.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), noticesPlugin(import.meta.dirname)],
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
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { input: 'src/entry.server.tsx' }
      : {
          input: ['src/entry.start.ts', 'src/entry.browser.tsx'],
          // What every page needs comes as one file: apart, its pieces compress worse and each costs
          // headers of its own.
          output: {
            codeSplitting: {
              groups: [
                { name: 'base', tags: ['$initial'], test: /^(?!.*entry\.start)/ },
                // Small things that would each be a file and a line of the head of every page that
                // needs them: what stands around a deal, ...
                {
                  name: 'cards',
                  test: /src\/(deals\/web\/cards\/(DealCard\.|DealPicture|corner|teaser)|shared\/money|ui\/(Prices|Button|Questions)|membership\/web\/join\/(JoinButton|OfferTerms|HowItWorks|loader|checkout-token)|web\/(events|page\/(site-outlet|TryAgain)))/,
                },
                // ... the feed, whose parts come together or not at all, ...
                {
                  name: 'feed',
                  test: /src\/(deals\/web\/(feed|cards\/[cC]arousels)|ui\/CardSkeleton|accounts\/web\/FreeAccountLink|shared\/free-account)|react-query\/.*useQueries|query-core\/.*queriesObserver/,
                },
                // ... rows that go round, ...
                {
                  name: 'rows',
                  test: /src\/(deals\/web\/cards\/DealCarousel|ui\/(Carousel\.|carousel|use-motion))/,
                },
                // ... what forms are made of, ...
                {
                  name: 'forms',
                  test: /src\/(accounts\/web\/(EmailField|FormErrors|SignInScreen|form-schemas|sign-in)|ui\/(Field|PasswordField))/,
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
