import type { Answer } from './app.ts'

/** The code of a refusal, or the status of a call that succeeded. */
export const dicho = ({ status, error }: Answer) => (status < 300 ? status : error.codigo)
/** The body of a call that must succeed. */
export const hecho = async <T extends Answer>(call: Promise<T>): Promise<T['body']> => {
  const answer = await call
  if (answer.status >= 300) throw new Error(answer.error.message)
  return answer.body
}
/** The path parameter of a call on one record. */
export const en = (id: number) => ({ params: { id } })
