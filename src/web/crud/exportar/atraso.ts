import { createContext } from 'react'

/** Seconds by which what a page shows is behind the books, for the files that are made of it; of now without. */
export const Atraso = createContext<number | undefined>(undefined)
