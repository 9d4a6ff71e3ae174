import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { avisoDocumento } from '../../../core/documento/documentos.ts'
import { nombreFiscal } from '../../../core/documento/fiscal.ts'
import { fiscalDePais } from '../../../core/documento/paises/tipos.ts'
import type { Campos } from '../../../core/fields.ts'
import { diaDe } from '../../../core/zona.ts'
import {
  Formulario,
  type FormularioProps,
  type Seccion,
} from '../../../web/crud/formulario/formulario.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, PERSONAS } from '../contract.ts'
import { faltaEdad, soloDeSuPersona, type TipoPersona } from '../rules.ts'
import classes from './ficha.module.css'

const CONDICIONES: Seccion = {
  titulo: 'Condiciones',
  campos: ['riesgo', 'segmento', 'agente_id', 'limite_dia', 'limite_mes', 'etiquetas', 'notas'],
}
const CONTACTO = ['celular', 'correo', 'residencia', 'direccion', 'distrito']

const SECCIONES: Record<TipoPersona, Seccion[]> = {
  natural: [
    { titulo: 'Documento', campos: ['tipo_doc', 'num_doc', 'vence_doc'] },
    { titulo: 'Persona', campos: ['nombres', 'apellidos', 'fecha_nac', 'nacionalidad'] },
    { titulo: 'Contacto', campos: CONTACTO },
    {
      titulo: 'Actividad y fondos',
      campos: ['ocupacion', 'centro_trabajo', 'origen_fondos', 'cuenta_propia'],
    },
    { titulo: 'Exposición política', campos: ['pep', 'pep_cargo', 'pep_entidad', 'pep_hasta'] },
    CONDICIONES,
  ],
  juridica: [
    { titulo: 'Empresa', campos: ['num_doc', 'razon_social', 'objeto_social', 'origen_fondos'] },
    { titulo: 'Representante', campos: ['representante', 'representante_doc'] },
    { titulo: 'Propiedad', campos: ['beneficiarios_finales', 'sin_beneficiario_final'] },
    { titulo: 'Contacto', campos: CONTACTO },
    CONDICIONES,
  ],
}

/** Marked as required, although the schema makes them optional for the other type of person. */
const MARCADOS = ['nombres', 'apellidos', 'razon_social']

/** The fields of a type of person, in the order of its form. */
export function camposDe(persona: TipoPersona): Campos {
  const all: Campos = campos
  const named = SECCIONES[persona].flatMap((seccion) => seccion.campos)
  const pairs = named.flatMap((nombre): [string, Campos[string]][] => {
    const campo = all[nombre]
    if (!campo) return []
    if (persona === 'juridica' && nombre === 'num_doc')
      return [[nombre, { ...campo, etiqueta: nombreFiscal() }]]
    return [[nombre, MARCADOS.includes(nombre) ? { ...campo, requerido: true } : campo]]
  })
  return Object.fromEntries(pairs)
}

/** Schema of the request body: removes the fields of the other type of person, then applies the server's rules. */
function schemaDe(body: z.ZodType, persona: TipoPersona): z.ZodType {
  const own = z.preprocess((typed) => {
    const values = { ...(typed as Record<string, unknown>), tipo_persona: persona }
    const blank = MARCADOS.filter((nombre) => (values as Record<string, unknown>)[nombre] === '')
    return soloDeSuPersona({
      ...values,
      ...Object.fromEntries(blank.map((nombre) => [nombre, null])),
      ...(persona === 'juridica' && { tipo_doc: fiscalDePais(monedaFuncional().pais) }),
    })
  }, body)
  return own.superRefine((cliente, ctx) => {
    const falta = faltaEdad((cliente as { fecha_nac?: string | null }).fecha_nac, hoy())
    if (falta) ctx.addIssue({ code: 'custom', message: falta, path: ['fecha_nac'] })
  })
}

/** The business day by the browser's clock, for a hint; the server's day decides. */
function hoy(): string {
  return diaDe(Date.now())
}

interface Props extends Omit<FormularioProps, 'campos' | 'secciones'> {
  inicial: Record<string, unknown> & { tipo_persona: TipoPersona }
}

/** A client's form; it depends on the type of person and keeps typed values when the type changes. */
export function FichaForm({ inicial, schema, error, ...rest }: Props) {
  const [persona, setPersona] = useState(inicial.tipo_persona)
  const juzga = usePuede('clientes:bloquear')
  const own = useMemo(() => {
    const { riesgo, ...others } = camposDe(persona)
    return juzga && riesgo ? { ...others, riesgo } : others
  }, [persona, juzga])
  const rules = useMemo(() => schemaDe(schema, persona), [schema, persona])
  const otro = error?.body.codigo === 'DUPLICADO' && error.body.detalle?.cliente_id
  return (
    <div className="pila">
      <SegmentedControl
        aria-label="Persona"
        className="suelto"
        value={persona}
        onChange={(value) => setPersona(value === 'juridica' ? 'juridica' : 'natural')}
        data={Object.entries(PERSONAS).map(([value, label]) => ({ value, label }))}
      />
      {typeof otro === 'number' && (
        <Enlace a="detalle-cliente" params={{ id: otro }} className={classes.otro}>
          Abrir el cliente que ya tiene ese documento
        </Enlace>
      )}
      <Formulario
        {...rest}
        campos={own}
        borrador={persona}
        schema={rules}
        inicial={inicial}
        secciones={SECCIONES[persona]}
        error={error ?? null}
        conForm={(form) => {
          const [tipo, numero] = form.watch(['tipo_doc', 'num_doc'])
          const aviso =
            tipo === 'CE' && typeof numero === 'string' && numero.length > 7
              ? avisoDocumento('CE', numero.replaceAll(/[\s.-]/g, ''))
              : null
          return (
            <p role="status" className={classes.aviso}>
              {aviso}
            </p>
          )
        }}
      />
    </div>
  )
}
