// What @vitejs/plugin-react would put into the page as an inline script, which our policy refuses.
// Only the development server loads this.
// @ts-expect-error The module exists only there.
import { injectIntoGlobalHook } from '/@react-refresh'

injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
