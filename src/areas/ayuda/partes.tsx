import type { Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { allScreens, comoRuta } from '../../web/marco/screens.ts'
import { imagen, TAMANO } from './ui/manual.ts'

/** What a person presses: `F9`, `Ctrl+K`, `Enter`, `↓`. */
const TECLA =
  /^(?:F\d{1,2}|(?:(?:Ctrl|Shift|Alt)\+)*(?:[A-Z?]|Enter|Esc|Espacio|Tab)|Ctrl\+Enter|[↑↓←→])$/

/** The parts of a line: emphasis, keys, links and pictures. */
export const partes = (tokens: readonly Token[] = []) =>
  tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a chapter does not change
    <Fragment key={at}>{parte(token)}</Fragment>
  ))

function parte(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{partes(token.tokens)}</strong>
    case 'em':
      return <em>{partes(token.tokens)}</em>
    case 'codespan':
      return <Palabra texto={token.text} />
    case 'link':
      return <Vinculo href={token.href}>{partes(token.tokens)}</Vinculo>
    case 'image': {
      const src = imagen(token.href)
      return src && <img src={src} alt={token.text} loading="lazy" {...TAMANO} />
    }
    case 'br':
      return <br />
    default:
      return 'text' in token ? token.text : null
  }
}

/** A key, the address of a page that one can open from here, or what is written on a button. */
function Palabra({ texto }: { texto: string }) {
  if (TECLA.test(texto)) return <kbd>{texto}</kbd>
  const screen = texto.startsWith('/') && allScreens().find(({ path }) => path === texto)
  const a = screen && comoRuta(screen.nombre)
  if (!a || !screen) return <code>{texto}</code>
  return <Enlace a={a}>{screen.titulo}</Enlace>
}

/** A link from one chapter to another, or to a section. */
function Vinculo({ href, children }: { href: string; children: ReactNode }) {
  const [file = '', anchor = ''] = href.split('#')
  if (file === '') return <a href={`#${anchor}`}>{children}</a>
  return (
    <Enlace
      a="capitulo-ayuda"
      params={{ capitulo: file.replace(/\.md$/, '') }}
      {...(anchor && { hash: anchor })}
    >
      {children}
    </Enlace>
  )
}
