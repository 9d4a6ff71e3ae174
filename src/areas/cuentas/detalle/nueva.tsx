import { useMemo } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import { type MonedaActiva, contrato as monedas } from '../../monedas/contract.ts'
import { contrato } from '../contract.ts'
import classes from '../cuentas.module.css'
import { saldoInicial } from '../rules.ts'
import { CuentaForm } from './cuenta-form.tsx'

/** Form for a new account, with its opening balance and cost. */
export default function NuevaCuenta() {
  const { save, saving, error, incierto } = useSave(contrato.crear, { stale: ['posiciones'] })
  const { data: currencies = [] } = useAnswer(monedas.lista)
  const ir = useIr()
  const volver = useVolver('cuentas')
  const inicial = useMemo(
    () => ({
      tipo: 'caja' as const,
      moneda_id: monedaFuncional().id,
      pais: monedaFuncional().pais,
    }),
    [],
  )
  return (
    <Pagina titulo="Nueva cuenta" migas={[{ texto: 'Cuentas', ruta: 'cuentas' }]}>
      <CuentaForm
        conSaldo
        schema={contrato.crear.body}
        inicial={inicial}
        guardar={(body) => save({ body })}
        alGuardar={({ id }: { id: number }) => ir('detalle-cuenta', { id })}
        guardando={saving}
        incierto={incierto}
        error={error}
        accion="Crear cuenta"
        cancelar={volver}
        previa={(form) => {
          const [id, saldo, tasa] = form.watch(['moneda_id', 'saldo_inicial', 'tasa_costo'])
          const moneda = currencies.find((each) => each.id === id)
          return (
            <p role="status" className={classes.previa}>
              {moneda && previa(moneda, saldo, tasa)}
            </p>
          )
        }}
      />
    </Pagina>
  )
}

/** The opening entry in words, while it is typed; null for invalid input. */
function previa(moneda: MonedaActiva, saldo: unknown, tasa: unknown): string | null {
  const readable = (text: unknown) =>
    typeof text === 'string' && /^\d{1,18}(\.\d{1,8})?$/.test(text)
  if (!readable(saldo)) return null
  const funcional = moneda.id === monedaFuncional().id
  if (funcional !== (tasa === null) || !(funcional || readable(tasa))) return null
  const inicial = saldoInicial(String(saldo), funcional ? null : String(tasa), {
    decimales: moneda.decimales,
    funcional,
  })
  if (!inicial || 'msg' in inicial) return null
  const entra = `Entran ${formatMonto(inicial.saldo, moneda)} contra capital`
  const said = funcional
    ? entra
    : `${entra}, que costaron ${formatMonto(inicial.valor, monedaFuncional())}`
  return `${said}. Lo aprueba otra persona; en una casa que empieza, el administrador con su contraseña.`
}
