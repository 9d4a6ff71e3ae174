import { useAnswer } from '../../../web/api/query.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { aporte } from '../../../web/marco/aportes.ts'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { columnasDe } from '../columnas.tsx'
import classes from '../comisiones.module.css'
import type { Regla } from '../contract/reglas.ts'
import { contrato, type Fila } from '../contract.ts'
import { deQuien, hoy } from '../palabras.ts'
import { columnasReglas } from '../reglas/columnas.tsx'
import { Cifras } from './cifras.tsx'

const ULTIMAS = 10

/** The rules and the commissions of one beneficiary, on his own page. */
export function LoGanado({
  beneficiario,
  nueva,
}: {
  /** `u12` (user) or `a7` (agent). */
  beneficiario: string
  /** Query parameters for the form of a new rule for him. */
  nueva: Record<string, string>
}) {
  const monedas = useMonedas()
  const { data: reglas } = useAnswer(contrato.reglas, { query: { beneficiario } })
  const query = { beneficiario, limite: ULTIMAS }
  const { data: ultimas } = useAnswer(contrato.listar, { query })
  const ganancia = usePuede('ganancia:ver')
  const hace = usePuede('comisiones:reglas')
  const ir = useIr()
  const sin = ['beneficiario', 'rol', 'moneda', 'liquidacion', 'base']
  return (
    <div className={classes.pila}>
      <Cifras query={{ beneficiario }} />
      <h2>Reglas</h2>
      <Tabla<Regla>
        titulo="Reglas por las que gana"
        columnas={columnasReglas(monedas)}
        filas={monedas.size > 0 ? reglas : undefined}
        id={({ id }) => id}
        esperadas={2}
        {...(hace && { abrir: ({ id }) => ir('detalle-regla-comision', { id }) })}
        nombreFila={(r) => `la regla de ${deQuien(r)}`}
        vacio={<p>Ninguna regla le da comisiones.</p>}
      />
      {hace && (
        <div>
          <BotonEnlace a="nueva-regla-comision" search={nueva} variant="default">
            Nueva regla
          </BotonEnlace>
        </div>
      )}
      <h2>Últimas comisiones</h2>
      <Tabla<Fila>
        titulo="Últimas comisiones"
        columnas={columnasDe(monedas, ganancia).filter(({ clave }) => !sin.includes(clave))}
        filas={monedas.size > 0 ? ultimas?.items : undefined}
        id={({ id }) => id}
        esperadas={4}
        abrir={({ origen, origen_id }) =>
          ir(aporte('documentos')[origen]?.ruta ?? 'detalle-compra-venta', { id: origen_id })
        }
        nombreFila={({ numero }) => numero}
        vacio={<p>Todavía no ganó ninguna comisión.</p>}
      />
      {ultimas?.siguiente && (
        <div>
          <BotonEnlace
            a="reporte-comisiones"
            search={{ beneficiario, hasta: hoy() }}
            variant="default"
          >
            Ver todas en el reporte
          </BotonEnlace>
        </div>
      )}
    </div>
  )
}
