import { Refused } from '../llamada.ts'

/** What clients declare of the money of an operation. */
const DECLARACION = {
  origen: 'Ventas de su negocio',
  destino: 'Pago a proveedores del exterior',
}

/** Registers without a declaration, and with one where the server asks for it: the client fills in the form. */
export const declarando = <T>(
  registrar: (more: { declaracion?: typeof DECLARACION }) => Promise<T>,
): Promise<T> =>
  registrar({}).catch((error) => {
    if (!(error instanceof Refused) || error.codigo !== 'DECLARACION_REQUERIDA') throw error
    return registrar({ declaracion: DECLARACION })
  })
