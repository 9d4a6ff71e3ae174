import { Button } from '@mantine/core'
import type { AnswerOf } from '../../../core/contract.ts'
import { enPlural, monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, contrato, type Valores } from '../contract.ts'

/** Names the limits that kept their number when the currency of the books changed. */
export function Limites({ ajustes }: { ajustes: AnswerOf<typeof contrato.obtener> }) {
  const edita = usePuede('ajustes:editar')
  const { save, saving } = useSave(contrato.revisarLimites, { stale: ['dashboard'] })
  const revisados = ajustes.por_revisar as (keyof Valores)[]
  if (revisados.length === 0) return null
  const { version } = ajustes
  return (
    <section role="status" className="pila" aria-label="Límites por revisar">
      <p>
        <strong>Revise estos límites.</strong> Los libros se llevan ahora en {enPlural()}, y estos
        límites conservan el número que tenían. Corrija en Ajustes los que deban cambiar.
      </p>
      <ul className="puntos">
        {revisados.map((nombre) => (
          <li key={nombre}>
            {campos[nombre].etiqueta}: {formatMonto(String(ajustes[nombre]), monedaFuncional())}
          </li>
        ))}
      </ul>
      {edita && (
        <Button
          variant="default"
          loading={saving}
          onClick={() => void save({ body: { revisados, version } })}
        >
          Los revisé, quedan así
        </Button>
      )}
    </section>
  )
}
