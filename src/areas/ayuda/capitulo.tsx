import { Button } from '@mantine/core'
import { useParams, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Mensaje } from '../../web/marco/mensaje.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { useTitulo } from '../../web/marco/titulo.ts'
import classes from './ayuda.module.css'
import type { Capitulo } from './rules.ts'
import { Texto } from './texto.tsx'
import { capitulos } from './ui/manual.ts'

/** One chapter with its contents beside it, or a card to print. */
export default function CapituloPagina() {
  const { capitulo: nombre } = useParams({ strict: false }) as { capitulo?: string }
  const capitulo = capitulos.find((each) => each.nombre === nombre)
  useAncla(capitulo?.nombre)
  useTitulo(capitulo?.titulo)
  if (!capitulo)
    return (
      <Mensaje titulo="Este capítulo no existe" accion={<Enlace a="ayuda">Ir a la ayuda</Enlace>}>
        La dirección puede estar mal escrita, o el capítulo tiene otro nombre.
      </Mensaje>
    )
  const print = (
    <Button variant="default" onClick={() => window.print()}>
      Imprimir
    </Button>
  )
  return (
    <Pagina
      titulo={capitulo.titulo}
      nota={capitulo.resumen}
      migas={[{ texto: 'Ayuda', ruta: 'ayuda' }]}
      acciones={print}
    >
      <div className={capitulo.tarjeta ? classes.carta : classes.capitulo}>
        {!capitulo.tarjeta && <Contenido {...capitulo} />}
        <article className={classes.texto}>
          <Texto texto={capitulo.texto} />
        </article>
      </div>
    </Pagina>
  )
}

function Contenido({ secciones }: Capitulo) {
  return (
    <nav aria-label="En este capítulo" className={`${classes.contenido} no-imprime`}>
      <ol>
        {secciones
          .filter(({ nivel }) => nivel === 2)
          .map(({ titulo, ancla }) => (
            <li key={ancla}>
              <a href={`#${ancla}`}>{titulo}</a>
            </li>
          ))}
      </ol>
    </nav>
  )
}

/** Goes to the section that the address names once the chapter is drawn, and gives it the focus. */
function useAncla(capitulo: string | undefined): void {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (!capitulo || !hash) return
    const title = document.getElementById(decodeURIComponent(hash))
    title?.scrollIntoView()
    title?.focus({ preventScroll: true })
  }, [capitulo, hash])
}
