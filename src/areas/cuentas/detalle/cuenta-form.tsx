import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { type Campos, seleccion } from '../../../core/fields.ts'
import {
  Formulario,
  type FormularioProps,
  type Seccion,
} from '../../../web/crud/formulario/formulario.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, camposSaldo, TIPOS } from '../contract.ts'
import classes from '../cuentas.module.css'
import { esEfectivo, type TipoCuenta } from '../rules.ts'

type Lugar = 'efectivo' | 'entidad'

const LUGARES = [
  { value: 'efectivo', label: 'En efectivo' },
  { value: 'entidad', label: 'En una entidad' },
]

const tiposDe = (lugar: Lugar) =>
  (Object.keys(TIPOS) as TipoCuenta[]).filter((tipo) => esEfectivo(tipo) === (lugar === 'efectivo'))

function seccionesDe(lugar: Lugar, conSaldo: boolean): Seccion[] {
  return [
    { titulo: 'Cuenta', campos: ['nombre', 'tipo', 'moneda_id', 'pais', 'titular', 'titular_doc'] },
    ...(lugar === 'entidad' ? [{ titulo: 'Entidad', campos: ['entidad_id', 'numero'] }] : []),
    { titulo: 'Responsable', campos: ['sucursal_id', 'responsable_id'] },
    ...(conSaldo ? [{ titulo: 'Saldo inicial', campos: Object.keys(camposSaldo) }] : []),
    {
      titulo: 'Avisos y límites',
      // A till or vault is never below zero: a new one is not asked.
      campos: ['saldo_min', 'saldo_max', 'limite_op', 'limite_dia', 'limite_mes'].concat(
        lugar === 'efectivo' && conSaldo ? [] : ['sobregiro'],
      ),
    },
    {
      titulo: 'Costo de sacar dinero',
      campos: ['comision_salida_pct', 'comision_salida_fija'],
    },
  ]
}

interface Forma {
  /** The user may allow an overdraft. */
  sobregira: boolean
  conSaldo: boolean
  congelada: boolean
}

/** The fields of cash, or of an account at an entity: only the types that fit; entity and number are required. */
function camposDe(lugar: Lugar, { sobregira, conSaldo, congelada }: Forma): Campos {
  const tipos = Object.fromEntries(tiposDe(lugar).map((tipo) => [tipo, TIPOS[tipo]]))
  const { entidad_id, numero, tipo: _, moneda_id, sobregiro, ...rest } = campos
  const own = { entidad_id, numero }
  const marked = Object.entries(own).map(([nombre, campo]) => [
    nombre,
    { ...campo, requerido: true },
  ])
  return {
    ...rest,
    ...(sobregira && !(lugar === 'efectivo' && conSaldo) && { sobregiro }),
    ...(!congelada && { tipo: seleccion('Tipo', tipos), moneda_id }),
    ...(lugar === 'entidad' && Object.fromEntries(marked)),
    ...(conSaldo && camposSaldo),
  }
}

/** Schema of the request body: cash has neither entity nor number, and only types of the same place are accepted. */
function schemaDe(body: z.ZodType, lugar: Lugar): z.ZodType {
  return z.preprocess((typed) => {
    const values = { ...(typed as Record<string, unknown>) }
    if (!tiposDe(lugar).includes(values.tipo as TipoCuenta)) values.tipo = null
    if (lugar === 'efectivo') Object.assign(values, { entidad_id: null, numero: null })
    if (values.numero === '') values.numero = null
    return values
  }, body)
}

interface Props extends Omit<FormularioProps, 'campos' | 'secciones' | 'inicial'> {
  inicial: Record<string, unknown> & { tipo: TipoCuenta }
  conSaldo?: boolean
  /** The account has movements: its currency and type cannot change. */
  congelada?: boolean
  previa?: (form: UseFormReturn<Record<string, unknown>>) => ReactNode
}

/** An account's form; it first asks whether the money is in the house or at an entity. */
export function CuentaForm(props: Props) {
  const { inicial, schema, conSaldo = false, congelada = false, previa, ...rest } = props
  const [lugar, setLugar] = useState<Lugar>(esEfectivo(inicial.tipo) ? 'efectivo' : 'entidad')
  const sobregira = usePuede('cuentas:sobregiro')
  const own = useMemo(
    () => camposDe(lugar, { sobregira, conSaldo, congelada }),
    [lugar, sobregira, conSaldo, congelada],
  )
  const rules = useMemo(() => schemaDe(schema, lugar), [schema, lugar])
  const start = useMemo(() => {
    const fits = tiposDe(lugar).includes(inicial.tipo)
    return { ...inicial, tipo: fits ? inicial.tipo : (tiposDe(lugar)[0] ?? null) }
  }, [inicial, lugar])
  return (
    <>
      {congelada ? (
        <p className={classes.nota}>
          El tipo y la moneda no cambian después del primer movimiento.
        </p>
      ) : (
        <SegmentedControl
          aria-label="Dónde está el dinero"
          className="suelto"
          value={lugar}
          onChange={(value) => setLugar(value === 'entidad' ? 'entidad' : 'efectivo')}
          data={LUGARES}
        />
      )}
      <Formulario
        borrador="cuenta"
        {...rest}
        campos={own}
        schema={rules}
        inicial={start}
        secciones={seccionesDe(lugar, conSaldo)}
        {...(previa && { conForm: previa })}
      />
    </>
  )
}
