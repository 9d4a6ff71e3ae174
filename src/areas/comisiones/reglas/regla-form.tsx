import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Campos } from '../../../core/fields.ts'
import { formatMonto } from '../../../core/formato.ts'
import {
  Formulario,
  type FormularioProps,
  type Seccion,
} from '../../../web/crud/formulario/formulario.tsx'
import classes from '../comisiones.module.css'
import { camposRegla, ROLES } from '../contract/reglas.ts'
import { calculo } from '../palabras.ts'
import { importe, problemas, type Rol } from '../rules.ts'

const CALCULO: Seccion = { titulo: 'Cálculo', campos: ['base', 'valor', 'minimo', 'maximo'] }
const VIGENCIA: Seccion = { titulo: 'Vigencia', campos: ['desde', 'hasta'] }
const IDENTIDAD = ['usuario_id', 'agente_id', 'tipo', 'de_id', 'a_id', 'divisa_id'] as const

/** The fields for a role: a payer only pays orders, an agent is a client. */
function camposDe(rol: Rol, aplicada: boolean): Campos {
  const { rol: _, usuario_id, agente_id, tipo, de_id, a_id, divisa_id, ...rest } = camposRegla
  if (aplicada) return rest
  const who: Campos = rol === 'agente' ? { agente_id } : { usuario_id }
  return { ...who, ...(rol !== 'pagador' && { tipo }), de_id, a_id, divisa_id, ...rest }
}

function seccionesDe(rol: Rol, aplicada: boolean): Seccion[] {
  if (aplicada) return [CALCULO, VIGENCIA]
  const whom = rol === 'agente' ? 'agente_id' : 'usuario_id'
  return [
    { titulo: 'Quién gana', campos: [whom] },
    { titulo: 'En qué operaciones', campos: ['tipo', 'de_id', 'a_id', 'divisa_id'] },
    CALCULO,
    VIGENCIA,
  ]
}

interface Props extends Omit<FormularioProps, 'campos' | 'secciones' | 'conForm'> {
  inicial: Record<string, unknown> & { rol: Rol }
  /** The rule has produced commissions: its beneficiary and scope cannot change. */
  aplicada?: boolean
}

/** Form for a rule: beneficiary, scope, calculation and validity, with a live example. */
export function ReglaForm({ inicial, schema, aplicada = false, ...rest }: Props) {
  const [rol, setRol] = useState<Rol>(inicial.rol)
  const campos = useMemo(() => camposDe(rol, aplicada), [rol, aplicada])
  const rules = useMemo(
    () =>
      z.preprocess((typed) => {
        const values = typed as Record<string, unknown>
        const kept = aplicada
          ? Object.fromEntries(IDENTIDAD.map((nombre) => [nombre, inicial[nombre] ?? null]))
          : {
              [rol === 'agente' ? 'usuario_id' : 'agente_id']: null,
              ...(rol === 'pagador' && { tipo: null }),
            }
        const fixed = values.base === 'fijo' && { minimo: null, maximo: null }
        return { ...values, ...kept, ...fixed, rol }
      }, schema),
    [schema, rol, aplicada, inicial],
  )
  return (
    <div className={classes.pila}>
      {!aplicada && (
        <SegmentedControl
          aria-label="Rol en la operación"
          className="suelto"
          value={rol}
          onChange={(value) => setRol(value as Rol)}
          data={Object.entries(ROLES).map(([value, label]) => ({ value, label }))}
        />
      )}
      <Formulario
        borrador="regla"
        {...rest}
        campos={campos}
        schema={rules}
        inicial={inicial}
        secciones={seccionesDe(rol, aplicada)}
        conForm={(form) => <Previa valores={form.watch()} rol={rol} />}
      />
    </div>
  )
}

/** The rule as a sentence with an example; nothing while it is incomplete. */
function Previa({ valores, rol }: { valores: Record<string, unknown>; rol: Rol }) {
  const text = (nombre: string) => (typeof valores[nombre] === 'string' ? valores[nombre] : null)
  const [base, valor] = [text('base'), text('valor')]
  const whole = base && valor && /^\d+(\.\d+)?$/.test(valor)
  const fijo = base === 'fijo'
  const own = {
    base: base as 'margen',
    valor: valor ?? '',
    minimo: fijo ? null : text('minimo'),
    maximo: fijo ? null : text('maximo'),
  }
  const nothing = { rol, tipo: null, de_id: null, a_id: null, divisa_id: null }
  const right = whole && problemas({ ...own, ...nothing, desde: '', hasta: null }).length === 0
  if (!right) return <p className="tenue">Escriba la base y el valor para ver un ejemplo.</p>
  const example = formatMonto(importe(own, '100'), monedaFuncional())
  return (
    <p role="status" className="tenue">
      {fijo
        ? `Gana ${calculo(own)}.`
        : `Gana ${calculo(own)}: de ${formatMonto('100', monedaFuncional())}, ${example}.`}
    </p>
  )
}
