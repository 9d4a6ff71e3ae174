import { Button } from '@mantine/core'
import { formatDecimal } from '../../../core/formato.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import type { RutaCon } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Que } from '../contract/columnas.ts'
import type { Informe } from '../contract.ts'
import classes from './importar.module.css'
import type { Trabajo } from './trabajo.tsx'

/** The list that shows what was imported. */
const LISTAS: Record<Que, RutaCon> = {
  clientes: 'clientes',
  beneficiarios: 'clientes',
  cuentas: 'cuentas',
}

/** The button of the next step only: complete the data, try, import, see the result. */
export function Botones({
  que,
  informe,
  hecho,
  trabajo,
  falta,
  alProbar,
  alImportar,
}: {
  que: Que
  informe: Informe | null
  /** True when the report is that of an import, false for a trial. */
  hecho: boolean
  trabajo: Trabajo
  falta: readonly string[]
  alProbar: () => void
  alImportar: (modo: 'todo' | 'correctas') => void
}) {
  const may = usePuede('importar:crear')
  const { corriendo, error } = trabajo
  if (corriendo) return <EnCurso trabajo={trabajo} />
  if (falta.length > 0) {
    return <p>{`Diga cuál columna es: ${falta.join(', ')}.`}</p>
  }
  if (!informe) {
    return (
      <>
        <Button onClick={alProbar}>Probar</Button>
        {error && (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
      </>
    )
  }
  const { nueva, rechazada, distinta } = informe.totales
  if (hecho) {
    return (
      <>
        <p role="status">
          {nueva === 0 ? 'Nada cambió: todo estaba ya.' : `Importado: ${contar(nueva)}.`}
          {rechazada > 0 &&
            ` No se ${rechazada === 1 ? 'pudo' : 'pudieron'} ${contar(rechazada)}: descargue lo que falta, corríjalo y cárguelo.`}
        </p>
        <BotonEnlace a={LISTAS[que]} variant="light">
          {que === 'cuentas' ? 'Ver cuentas' : 'Ver clientes'}
        </BotonEnlace>
      </>
    )
  }
  return (
    <>
      <p role="status">
        {nueva === 0
          ? 'No hay nada nuevo que importar.'
          : `Se ${nueva === 1 ? 'creará' : 'crearán'} ${contar(nueva)}.`}
        {distinta > 0 &&
          ` ${contar(distinta)} ya ${distinta === 1 ? 'está' : 'están'} con otros datos: no se ${distinta === 1 ? 'toca' : 'tocan'}.`}
        {rechazada > 0 &&
          ` ${contar(rechazada)} no se ${rechazada === 1 ? 'puede' : 'pueden'} crear.`}
      </p>
      {may && nueva > 0 && rechazada === 0 && (
        <Button onClick={() => alImportar('todo')}>{`Importar ${contar(nueva)}`}</Button>
      )}
      {may && nueva > 0 && rechazada > 0 && (
        <Button variant="light" onClick={() => alImportar('correctas')}>
          {`Importar solo las correctas (${formatDecimal(String(nueva), 0)})`}
        </Button>
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </>
  )
}

const contar = (n: number) => `${formatDecimal(String(n), 0)} ${n === 1 ? 'fila' : 'filas'}`

function EnCurso({ trabajo: { corriendo, detener } }: { trabajo: Trabajo }) {
  if (!corriendo) return null
  const { paso, hechas, total } = corriendo
  const que = paso === 'probar' ? 'Probando' : 'Importando'
  const how = (n: number) => formatDecimal(String(n), 0)
  return (
    <>
      <span role="status">{`${que}… ${how(hechas)} de ${how(total)}`}</span>
      <progress className={classes.barra} aria-label={que} max={total} value={hechas} />
      <Button variant="default" onClick={detener}>
        Detener
      </Button>
    </>
  )
}
