import { Button } from '@mantine/core'
import { useState } from 'react'
import { DecimalInput } from '../../web/crud/formulario/decimal-input.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { useCrear } from './crear.tsx'
import { Fallas } from './fallas.tsx'
import classes from './puesta-en-marcha.module.css'
import type { TasaPropuesta } from './rules/precios.ts'
import { type Escrito, NADA, registros, usePrecios } from './use-precios.tsx'

const LADOS = [
  ['compra', 'Compra'],
  ['venta', 'Venta'],
] as const

/** The first prices of a house: a pair of numbers for each currency, from which its rates follow. */
export function Precios({ paises }: { paises: readonly string[] }) {
  const { precios, error, refetch } = usePrecios(paises)
  const [escritos, setEscritos] = useState<Readonly<Record<string, Escrito>>>({})
  const [margenes, setMargenes] = useState<Readonly<Record<string, string | null>>>({})
  const [media, setMedia] = useState<string | null>(null)
  const { crear, avance, fallas } = useCrear()
  if (error) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!precios) return null
  const { faltan, tasas } = precios
  const falta = faltan.find(({ clave }) => {
    const { compra, venta } = escritos[clave] ?? NADA
    return (compra === null) !== (venta === null)
  })
  const sinMargen = tasas.find(({ nombre }) => margenes[nombre] === null)
  const created = registros(precios, escritos, margenes)
  const cambiar = (clave: string, change: Partial<Escrito>) =>
    setEscritos({ ...escritos, [clave]: { ...(escritos[clave] ?? NADA), ...change } })
  return (
    <form
      className={classes.precios}
      aria-labelledby="primeros-precios"
      onSubmit={(event) => {
        event.preventDefault()
        setMedia(falta?.clave ?? sinMargen?.nombre ?? null)
        if (!falta && !sinMargen && !avance && created.length > 0) void crear(created)
      }}
    >
      <h2 id="primeros-precios">Primeros precios</h2>
      {faltan.length === 0 && tasas.length === 0 ? (
        <p className="tenue">
          Los precios de estos países ya están. Cámbielos en{' '}
          <Enlace a="pares-divisas">P. Divisas</Enlace>.
        </p>
      ) : (
        <p className="tenue">
          A cuánto compra y a cuánto vende la casa una unidad. Deje vacío lo que no negocie.
        </p>
      )}
      {faltan.map(({ clave, nombre, precision }) => {
        const escrito = escritos[clave] ?? NADA
        const lacks = media === clave && falta?.clave === clave && 'Escriba los dos precios.'
        return (
          <fieldset key={clave} disabled={avance !== null}>
            <legend>{nombre}</legend>
            {LADOS.map(([lado, etiqueta]) => (
              <DecimalInput
                key={lado}
                tasa
                decimales={precision}
                label={etiqueta}
                value={escrito[lado]}
                error={escrito[lado] === null && lacks}
                onChange={(value) => cambiar(clave, { [lado]: value })}
              />
            ))}
          </fieldset>
        )
      })}
      <Margenes
        tasas={tasas}
        margenes={margenes}
        cambiar={(nombre, margen) => setMargenes({ ...margenes, [nombre]: margen })}
        falta={media}
        ocupado={avance !== null}
      />
      <Fallas fallas={fallas} />
      {(faltan.length > 0 || created.length > 0) && (
        <Button type="submit" loading={avance !== null} disabled={created.length === 0 && !falta}>
          Publicar estos precios
        </Button>
      )}
    </form>
  )
}

interface MargenesProps {
  tasas: readonly TasaPropuesta[]
  margenes: Readonly<Record<string, string | null>>
  cambiar: (nombre: string, margen: string | null) => void
  /** The rate whose margin is missing. */
  falta: string | null
  ocupado: boolean
}

/** What the house earns on each remittance, as most houses do, to be changed before its rate is made. */
function Margenes({ tasas, margenes, cambiar, falta, ocupado }: MargenesProps) {
  const own = tasas.filter(({ margen }) => margen !== null)
  if (own.length === 0) return null
  return (
    <fieldset disabled={ocupado}>
      <legend>Margen de las remesas</legend>
      {own.map(({ nombre, margen }) => (
        <DecimalInput
          key={nombre}
          label={`${nombre}, %`}
          value={nombre in margenes ? margenes[nombre] : margen}
          error={falta === nombre && margenes[nombre] === null && 'Escriba el margen.'}
          onChange={(value) => cambiar(nombre, value)}
        />
      ))}
    </fieldset>
  )
}
