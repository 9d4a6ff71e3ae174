import { decimal } from '../../../core/dinero/decimal.ts'
import type { Campos } from '../../../core/fields.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Ficha } from '../../../web/crud/valores.tsx'
import { type ClienteDetalle, campos, contrato as clientes } from '../../clientes/contract.ts'
import { ClientePicker } from '../../clientes/ui/picker.tsx'
import type { BloqueProps } from './calculo/tipos.ts'
import classes from './nueva.module.css'

const AREA = { campos, buscar: clientes.buscar, crear: clientes.crear }

/** Block 2: the client, found or created here; missing data for this amount is reported before sending. */
export function ClienteBloque({ opciones, borrador, calculo, change }: BloqueProps) {
  const id = borrador.cliente?.id ?? 0
  const { data } = useAnswer(clientes.obtener, { params: { id } }, { activa: id > 0 })
  return (
    <fieldset className={classes.bloque}>
      <legend>
        <span>2</span> Cliente
      </legend>
      <ClientePicker
        valor={borrador}
        cambiar={({ cliente, busqueda }) =>
          change({
            cliente,
            busqueda,
            // Another client has another agenda.
            ...(cliente?.id !== borrador.cliente?.id && { beneficiario_id: null }),
          })
        }
        area={AREA}
        placeholder="Nombre, documento o celular"
        required
      />
      {data && data.id === id && (
        <Conocido cliente={data} dolares={calculo.dolares} opciones={opciones} />
      )}
    </fieldset>
  )
}

/** The client's level, and what an order of this amount requires besides. */
function Conocido({
  cliente,
  dolares,
  opciones,
}: Pick<BloqueProps, 'opciones'> & { cliente: ClienteDetalle; dolares: string | null }) {
  const { estado, motivo_estado, nivel, riesgo_efectivo, documento_vencido, id, por_aprobar } =
    cliente
  const from = (umbral: number) => dolares !== null && decimal(dolares).gte(umbral)
  const identify = from(opciones.umbral_usd)
  const all: Campos = campos
  const asked = from(opciones.umbral_declaracion_usd) ? cliente.faltan : cliente.faltan_identidad
  const missing = identify && asked.length > 0 ? asked : cliente.faltan
  const words = missing.map((nombre) => all[nombre]?.etiqueta.toLowerCase() ?? nombre)
  const stopped = [
    ...(estado === 'observado' ? ['que cumplimiento lo revise'] : []),
    ...(documento_vencido ? ['un documento vigente'] : []),
    ...(por_aprobar ? ['la aprobación de cumplimiento'] : []),
  ]
  return (
    <div className={classes.conocido}>
      <p className="fila hueco-6">
        {estado !== 'activo' && (
          <Ficha tono={estado === 'observado' ? 'aviso' : 'negativo'}>
            {estado === 'bloqueado'
              ? 'Bloqueado'
              : estado === 'inactivo'
                ? 'Inactivo'
                : 'Observado'}
          </Ficha>
        )}
        <Ficha tono={nivel === 'N0' ? 'neutro' : 'info'}>{nivel}</Ficha>
        {riesgo_efectivo === 'alto' && <Ficha tono="negativo">Riesgo alto</Ficha>}
        {documento_vencido && <Ficha tono="negativo">Documento vencido</Ficha>}
        {por_aprobar && <Ficha tono="aviso">Por aprobar</Ficha>}
      </p>
      {estado !== 'activo' && motivo_estado && <p className="nota">{motivo_estado}</p>}
      {identify && stopped.length > 0 && (
        <p className="banda">{`Para este monto necesita ${stopped.join(' y ')}.`}</p>
      )}
      {words.length > 0 && (
        <p className={identify && asked.length > 0 ? 'banda' : 'nota'}>
          {`Falta en su ficha: ${words.join(', ')}. `}
          <a href={`/clientes/detalle/${id}`} target="_blank" rel="noreferrer">
            Completar en otra pestaña
          </a>
        </p>
      )}
    </div>
  )
}
