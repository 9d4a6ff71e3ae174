import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Estatus, Ficha, TasaTexto } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { contrato, type TipoCambio } from '../../tipos-cambios/contract.ts'
import type { Par } from '../contract.ts'

const nombre = ({ divisa_base, divisa_cotizacion, segmento }: TipoCambio) =>
  `${divisa_base.iso} → ${divisa_cotizacion.iso}${segmento === 'publico' ? '' : ` ${segmento}`}`

/** The rates that follow a pair; a change of its prices moves those that are automatic and active. */
export function Dependientes({ par: { id } }: { par: Par }) {
  const { data, error, refetch } = useAnswer(contrato.listar)
  const ir = useIr()
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <Tabla<TipoCambio>
      titulo="Tipos de cambio que dependen del par"
      filas={data?.filter((each) => each.par_origen_id === id || each.par_destino_id === id)}
      id={(fila) => fila.id}
      abrir={(fila) => ir('detalle-tipo-cambio', { id: fila.id })}
      ficha="detalle-tipo-cambio"
      nombreFila={nombre}
      vacio={<p>Ningún tipo de cambio depende de este par.</p>}
      columnas={[
        { clave: 'nombre', titulo: 'De → A', celda: nombre },
        { clave: 'pais', titulo: 'País', celda: ({ pais_nombre }) => pais_nombre },
        {
          clave: 'tasa',
          titulo: 'Tasa',
          alinear: 'right',
          celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
        },
        {
          clave: 'modo',
          titulo: 'Modo',
          celda: ({ tasa_manual }) =>
            tasa_manual ? <Ficha tono="aviso">Manual</Ficha> : 'Automática',
        },
        {
          clave: 'estatus',
          titulo: 'Estatus',
          celda: ({ estatus }) => <Estatus activo={estatus} />,
        },
      ]}
    />
  )
}
