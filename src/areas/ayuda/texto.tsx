import { marked, type Token, type Tokens } from 'marked'
import { type ReactNode, useState } from 'react'
import classes from './ayuda.module.css'
import { partes } from './partes.tsx'
import { anclaDe } from './rules.ts'
import { imagen, TAMANO } from './ui/manual.ts'

/** The text of a chapter, drawn by React: no markup of it reaches the page as it is. */
export function Texto({ texto }: { texto: string }) {
  return <Bloques tokens={marked.lexer(texto)} />
}

function Bloques({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a chapter does not change
    <Bloque key={at} token={token} />
  ))
}

function Bloque({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Titulo {...(token as Tokens.Heading)} />
    case 'paragraph': {
      const [only, ...others] = token.tokens ?? []
      if (only?.type === 'link' && others.length === 0 && only.href.endsWith('.webp'))
        return <Grabacion href={only.href} texto={only.text} />
      return <p>{partes(token.tokens)}</p>
    }
    case 'text':
      return <>{token.tokens ? partes(token.tokens) : token.text}</>
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const Lista = ordered ? 'ol' : 'ul'
      return (
        <Lista>
          {items.map((item) => (
            <li key={item.raw}>
              <Bloques tokens={item.tokens} />
            </li>
          ))}
        </Lista>
      )
    }
    case 'blockquote':
      return (
        <blockquote className="explicacion">
          <Bloques tokens={token.tokens ?? []} />
        </blockquote>
      )
    case 'table':
      return <Tabla {...(token as Tokens.Table)} />
    default:
      return null
  }
}

/** A moving picture, which moves only after it was asked for and stops when it is closed. */
function Grabacion({ href, texto }: { href: string; texto: string }) {
  const [abierta, setAbierta] = useState(false)
  const src = imagen(href)
  return (
    src && (
      <details className="no-imprime" onToggle={(event) => setAbierta(event.currentTarget.open)}>
        <summary>{texto}</summary>
        {abierta && <img src={src} alt={texto} {...TAMANO} />}
      </details>
    )
  )
}

function Titulo({ depth, tokens, text }: Tokens.Heading) {
  const Nivel = depth <= 2 ? 'h2' : 'h3'
  return (
    <Nivel id={anclaDe(text)} tabIndex={-1}>
      {partes(tokens)}
    </Nivel>
  )
}

function Tabla({ header, rows }: Tokens.Table) {
  return (
    <table className={classes.tabla}>
      <thead>
        <tr>
          {header.map((cell) => (
            <th key={cell.text} scope="col">
              {partes(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]?.text}>
            {row.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not move
              <td key={at}>{partes(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
