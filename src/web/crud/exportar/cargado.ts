/** What makes files comes at its first use. Says so where it does not come. */
export async function cargado<M>(module: Promise<M>): Promise<M> {
  try {
    return await module
  } catch (cause) {
    throw new Error('No se pudo preparar el archivo. Recargue la página e intente de nuevo.', {
      cause,
    })
  }
}
