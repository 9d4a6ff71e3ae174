import { callWith } from '../../web/api/api.ts'
import { LLAVE_INICIOS, sesion } from '../../web/sesion/sesion.ts'
import { contrato } from './contract.ts'

/**
 * Copies the views with which lists open into this browser, without what was searched: a list must know how it opens
 * before it asks for its rows.
 */
export async function traerInicios(): Promise<void> {
  const usuario = sesion().usuario?.id
  if (!usuario) return
  const all = await callWith(contrato.inicios, {})
  if (usuario !== sesion().usuario?.id) return
  const listas = Object.fromEntries(
    all.map(({ lista, filtros: { buscar: _, nombre: __, ...filtros }, columnas }) => [
      lista,
      { filtros, columnas },
    ]),
  )
  localStorage.setItem(LLAVE_INICIOS, JSON.stringify({ usuario, listas }))
}
