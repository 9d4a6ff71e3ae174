import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { puedeAbrir } from '../../web/barra/menu.ts'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Enlace, useBusqueda } from '../../web/marco/navegacion.tsx'
import { direccion, pantallaLlamada } from '../../web/marco/screens.ts'
import { palabrasDe } from '../../web/paleta/busqueda.ts'
import { useSesion } from '../../web/sesion/sesion.ts'
import classes from './ayuda.module.css'
import { buscarEn, type Capitulo, lugarDe } from './rules.ts'
import { capitulos } from './ui/manual.ts'

/** The manual: what it has for this person, and a search in all of it. `?de=` leads to what explains a screen. */
export default function Ayuda() {
  const [{ de, buscar = '' }, change] = useBusqueda()
  const lugar = de ? lugarDe(capitulos, de) : undefined
  if (lugar) {
    const to = direccion('capitulo-ayuda', { capitulo: lugar.capitulo })
    return <Navigate to={to} hash={lugar.ancla} replace />
  }
  const words = palabrasDe(buscar)
  return (
    <Pagina titulo="Ayuda" nota="Cómo se hace cada cosa, paso a paso.">
      <TextInput
        className={classes.buscar}
        type="search"
        aria-label="Buscar en la ayuda"
        placeholder="Por ejemplo: anular, cerrar caja, rebote"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={buscar}
        onChange={(event) => change({ buscar: event.currentTarget.value })}
        data-autofocus
      />
      {words.length > 0 ? <Hallados words={words} /> : <Indice />}
    </Pagina>
  )
}

function Hallados({ words }: { words: readonly string[] }) {
  const found = buscarEn(capitulos, words)
  return (
    <section aria-label="Resultados" className="pila hueco-8">
      <p role="status" className="nota">
        {found.length === 0
          ? 'Nada coincide. Pruebe con otra palabra, o con una sola.'
          : found.length === 1
            ? 'Un resultado'
            : `${found.length} resultados`}
      </p>
      {found.map(({ capitulo, seccion, fragmento }) => (
        <article key={`${capitulo.nombre}#${seccion.ancla}`} className="tarjeta">
          <h2>
            <Enlace a="capitulo-ayuda" params={{ capitulo: capitulo.nombre }} hash={seccion.ancla}>
              {seccion.titulo}
            </Enlace>
          </h2>
          <p className="nota">{capitulo.titulo}</p>
          <p>{fragmento}</p>
        </article>
      ))}
    </section>
  )
}

/** Chapters of screens that this person may open come first. */
function Indice() {
  const { usuario } = useSesion()
  const own = (capitulo: Capitulo) =>
    capitulo.pantallas.size === 0 ||
    (usuario !== null &&
      [...capitulo.pantallas.keys()].some((nombre) => {
        const screen = pantallaLlamada(nombre)
        return screen !== undefined && puedeAbrir(screen, usuario)
      }))
  const chapters = capitulos.filter(({ tarjeta }) => !tarjeta)
  const groups = [
    ['Para usted', chapters.filter(own)],
    ['De otras personas de la casa', chapters.filter((each) => !own(each))],
    ['Tarjetas para imprimir', capitulos.filter(({ tarjeta }) => tarjeta)],
  ] as const
  return groups.map(
    ([titulo, all]) =>
      all.length > 0 && (
        <section key={titulo} className="pila hueco-8" aria-label={titulo}>
          <h2>{titulo}</h2>
          <ul className={classes.indice}>
            {all.map(({ nombre, titulo: text, resumen }) => (
              <li key={nombre}>
                <Enlace a="capitulo-ayuda" params={{ capitulo: nombre }} className="tarjeta">
                  <strong>{text}</strong>
                  <span className="nota">{resumen}</span>
                </Enlace>
              </li>
            ))}
          </ul>
        </section>
      ),
  )
}
