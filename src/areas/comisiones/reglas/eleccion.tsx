import { Button } from '@mantine/core'
import { decimal, suma, texto } from '../../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import classes from '../comisiones.module.css'
import { contrato, type Fila, MAXIMO } from '../contract.ts'

interface Props {
  elegidas: ReadonlyMap<number, Fila>
  limpiar: () => void
}

/** The selected rows, their sum, and the button that settles them. */
export function Eleccion({ elegidas, limpiar }: Props) {
  const { save, saving } = useSave(contrato.liquidar, { stale: ['comisiones'] })
  const ir = useIr()
  const rows = [...elegidas.values()]
  const first = rows[0]
  if (!first) return null
  const total = formatMonto(texto(suma(rows.map((f) => decimal(f.comision))), 2), monedaFuncional())
  const one = rows.every((f) => f.beneficiario === first.beneficiario)
  const cuantas = `${rows.length} ${rows.length === 1 ? 'comisión' : 'comisiones'}`
  const problema = one
    ? rows.length > MAXIMO && `Elija como máximo ${MAXIMO}.`
    : 'Son de varios beneficiarios: filtre por uno.'

  async function confirm() {
    const done = await save({ body: { ids: rows.map(({ id }) => id) } })
    if (!done) return true
    limpiar()
    ir('detalle-liquidacion-comisiones', { id: done.id })
    return true
  }
  return (
    <section className={classes.eleccion} aria-label="Comisiones elegidas">
      <p role="status">
        <strong>{cuantas}</strong>
        {one ? ` de ${first.nombre}` : ''} · <strong>{total}</strong>
        {problema && ` · ${problema}`}
      </p>
      <Button variant="default" onClick={limpiar}>
        Quitar selección
      </Button>
      <BotonConfirmar
        boton="Liquidar selección"
        apariencia="principal"
        impedido={Boolean(problema)}
        titulo="Liquidar selección"
        accion="Liquidar"
        ocupado={saving}
        alConfirmar={confirm}
      >
        <p>
          {cuantas} de {first.nombre} por {total}. Si tiene descuentos por operaciones anuladas, se
          restan en esta liquidación. Se paga después.
        </p>
      </BotonConfirmar>
    </section>
  )
}
