import { finDelDia, inicioDelDia } from '../../../core/zona.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { anterior, Grafico } from '../../../web/crud/grafico/grafico.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { type CuentaDetalle, contrato, PLAZOS } from '../contract.ts'

const OPCIONES = Object.entries(PLAZOS).map(([valor, etiqueta]) => ({ valor, etiqueta }))

const puntosDe = (dias: readonly { fecha: string; saldo: string }[]) =>
  dias.map(({ fecha, saldo }) => ({ desde: inicioDelDia(fecha), valores: [saldo] }))

/** What the account had at the end of each day, as a line. */
export default function SaldoPorDia({ cuenta: { id, nombre, moneda } }: { cuenta: CuentaDetalle }) {
  const [{ dias = '90' }, cambiar] = useBusqueda()
  const query = escritaPara(contrato.saldos, dias in PLAZOS ? { dias } : {})
  const { data, error, refetch } = useAnswer(
    contrato.saldos,
    { params: { id }, query },
    { conserva: true },
  )
  const ultimo = data?.at(-1)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  return (
    <div className="pila">
      <div>
        <Seleccion
          etiqueta="Plazo"
          opciones={OPCIONES}
          valor={dias}
          alElegir={(valor) => cambiar({ dias: valor })}
        />
      </div>
      <Grafico
        titulo={`Saldo de ${nombre} al final de cada día`}
        series={[`Saldo, ${moneda.iso}`]}
        puntos={data && puntosDe(data)}
        // The longest span has the days before the shorter ones.
        anterior={anterior(
          contrato.saldos,
          () => ({ params: { id }, query: { dias: '365' } }),
          puntosDe,
        )}
        precision={moneda.decimales}
        porDia
        hasta={ultimo && finDelDia(ultimo.fecha)}
      />
    </div>
  )
}
