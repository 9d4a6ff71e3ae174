import type { Answer } from './app.ts'

/** What a call answered: its code, or its status where it went well. */
export const dicho = ({ status, error }: Answer) => (status < 300 ? status : error.codigo)
/** The body of a call that must go well. */
export const hecho = async <T extends Answer>(call: Promise<T>): Promise<T['body']> => {
  const answer = await call
  if (answer.status >= 300) throw new Error(answer.error.message)
  return answer.body
}
/** The parameter of a call on one thing. */
export const en = (id: number) => ({ params: { id } })
