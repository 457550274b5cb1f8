// What @vitejs/plugin-react would add as an inline script, which our content security policy blocks.
// Only the development server loads this.
// @ts-expect-error The module exists only there.
import { injectIntoGlobalHook } from '/@react-refresh'

injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
