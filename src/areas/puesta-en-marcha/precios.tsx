import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { DecimalInput } from '../../web/crud/formulario/decimal-input.tsx'
import { useEscrito } from '../../web/crud/formulario/escrito.ts'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { useCrear } from './crear.tsx'
import { Fallas } from './fallas.tsx'
import { Precio } from './precio.tsx'
import classes from './puesta-en-marcha.module.css'
import { type Escrito, NADA } from './rules/mayorista.ts'
import type { ParPropuesto, TasaPropuesta } from './rules/precios.ts'
import { margenDe, porEscribir } from './rules/publicar.ts'
import { useSinGuardar } from './siguiente.tsx'
import { registros, usePrecios } from './use-precios.tsx'

/** The first prices of a house: a pair of numbers for each currency, from which its rates follow. */
export function Precios({ paises }: { paises: readonly string[] }) {
  const { precios, error, refetch } = usePrecios(paises)
  const [escritos, setEscritos] = useEscrito<Readonly<Record<string, Escrito>>>('precios', {})
  const [margenes, setMargenes] = useEscrito<Readonly<Record<string, string | null>>>(
    'márgenes',
    {},
  )
  const [mayorista, setMayorista] = useEscrito('mayorista', false)
  const [revisado, setRevisado] = useState(false)
  const { crear, avance, fallas } = useCrear()
  const conPrecio = (precios?.faltan ?? []).some(
    ({ clave }) => escritos[clave]?.compra || escritos[clave]?.venta,
  )
  useSinGuardar('los precios que escribió', conPrecio)
  if (error) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!precios) return null
  const { faltan, tasas } = precios
  const escritoDe = ({ clave }: ParPropuesto): Escrito => {
    const escrito = escritos[clave] ?? NADA
    return mayorista ? escrito : { ...NADA, compra: escrito.compra, venta: escrito.venta }
  }
  const typed = Object.fromEntries(faltan.map((par) => [par.clave, escritoDe(par)]))
  const falta = porEscribir(precios, typed, margenes)
  const created = registros(precios, typed, margenes)
  // Larger amounts have a price of their own where a rate of the counter follows the pair.
  const deMostrador = ({ clave }: ParPropuesto) =>
    tasas.some((tasa) => tasa.margen === null && [tasa.origen, tasa.destino].includes(clave))
  const cambiar = (clave: string, change: Partial<Escrito>) =>
    setEscritos({ ...escritos, [clave]: { ...(escritos[clave] ?? NADA), ...change } })
  return (
    <form
      className={classes.precios}
      aria-labelledby="primeros-precios"
      onSubmit={(event) => {
        event.preventDefault()
        setRevisado(falta)
        if (!falta && !avance && created.length > 0) void crear(created)
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
      {faltan.some(deMostrador) && (
        <Checkbox
          label="Tengo precio mayorista"
          description="Para montos desde el que usted diga. P. Divisas muestra entonces el mayorista, y el público lo sigue con su diferencia."
          checked={mayorista}
          disabled={avance !== null}
          onChange={({ currentTarget }) => setMayorista(currentTarget.checked)}
        />
      )}
      {faltan.map((par) => (
        <Precio
          key={par.clave}
          par={par}
          escrito={escritoDe(par)}
          mayorista={mayorista && deMostrador(par)}
          revisado={revisado}
          cambiar={(change) => cambiar(par.clave, change)}
          ocupado={avance !== null}
        />
      ))}
      <Margenes
        tasas={tasas}
        margenes={margenes}
        cambiar={(nombre, margen) => setMargenes({ ...margenes, [nombre]: margen })}
        revisado={revisado}
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
  revisado: boolean
  ocupado: boolean
}

/** What the house earns on each remittance, as most houses do, to be changed before its rate is made. */
function Margenes({ tasas, margenes, cambiar, revisado, ocupado }: MargenesProps) {
  const own = tasas.filter(({ margen }) => margen !== null)
  if (own.length === 0) return null
  return (
    <fieldset disabled={ocupado}>
      <legend>Margen de las remesas</legend>
      {own.map((tasa) => (
        <DecimalInput
          key={tasa.nombre}
          label={`${tasa.nombre}, %`}
          value={margenDe(tasa, margenes)}
          error={revisado && margenDe(tasa, margenes) === null && 'Escriba el margen.'}
          onChange={(value) => cambiar(tasa.nombre, value)}
        />
      ))}
    </fieldset>
  )
}
