/** The one policy that the page may make: the address of its own worker, and no other. */
interface Reglas {
  createPolicy(
    name: 'trabajador',
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

const TRABAJADOR = '/sw.js'

/**
 * Has the browser keep the program, so that it opens without a line. Browsers allow it to pages over https or
 * from the same machine; elsewhere nothing happens, and nothing is missing but that.
 */
export async function instalar(): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  const { trustedTypes } = globalThis as { trustedTypes?: Reglas }
  const rules = {
    createScriptURL: (url: string) => {
      if (url !== TRABAJADOR) throw new TypeError(url)
      return url
    },
  }
  const policy = trustedTypes?.createPolicy('trabajador', rules) ?? rules
  await navigator.serviceWorker.register(policy.createScriptURL(TRABAJADOR))
}
