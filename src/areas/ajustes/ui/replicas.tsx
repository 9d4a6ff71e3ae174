import type { AnswerOf } from '../../../core/contract.ts'
import { formatDecimal } from '../../../core/formato.ts'
import { Ficha } from '../../../web/crud/valores.tsx'
import type { contrato } from '../contract.ts'

type Estado = Pick<AnswerOf<typeof contrato.programa>, 'replicas' | 'ajeno'>

/** What an acknowledged operation is worth if the database's server is lost. */
export function Replicas({ replicas, ajeno }: Estado) {
  const { cuantas, sincronas, bytes, segundos, vistas, pedidas } = replicas
  if (cuantas === 0 && !pedidas) {
    if (!ajeno) return null
    return (
      <p>
        <Ficha>Sin réplica</Ficha> Si el servidor de la base se pierde, vuelve lo que tenga su
        último respaldo.
      </p>
    )
  }
  const names = cuantas === 1 ? 'Hay 1 réplica' : `Hay ${cuantas} réplicas`
  if (!vistas)
    return (
      <p>
        <Ficha>Réplicas</Ficha> {names}. Para ver cómo están, dé pg_read_all_stats al usuario de
        DATABASE_URL.
      </p>
    )
  const behind =
    bytes === null
      ? ''
      : ` La más atrasada está a ${formatDecimal(String(bytes / 1e6), 1)} MB y ${segundos ?? '0'} s.`
  if (pedidas && sincronas === 0)
    return (
      <p role="alert">
        <Ficha tono="negativo">Réplicas</Ficha> Las operaciones esperan a una réplica (
        <code>{pedidas}</code>) que no está: nada se confirma hasta que vuelva.
      </p>
    )
  if (sincronas === 0)
    return (
      <p role="alert">
        <Ficha tono="aviso">Réplicas</Ficha> {names}, y ninguna operación la espera: si el servidor
        principal cae y otro toma su lugar, puede perderse una operación ya confirmada. Para que no,
        indique la réplica en synchronous_standby_names.{behind}
      </p>
    )
  return (
    <p>
      <Ficha tono="positivo">Réplicas</Ficha> {names}; cada operación espera a {sincronas} antes de
      confirmarse.{behind}
    </p>
  )
}
