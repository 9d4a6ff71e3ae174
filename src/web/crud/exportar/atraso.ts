import { createContext } from 'react'

/** Seconds by which what a page shows is behind the books, for the files that are made of it; of now without. */
export const Atraso = createContext<number | undefined>(undefined)

/** How old what a file has is, in its name and on its last line; both empty where it is of now. */
export function atrasoDe(hace: number | undefined): { nombre: string; linea: string } {
  if (hace === undefined) return { nombre: '', linea: '' }
  return {
    nombre: ` - datos de hace ${hace} s`,
    linea: `Datos de hace ${hace} s: falta lo que se registró después.`,
  }
}
