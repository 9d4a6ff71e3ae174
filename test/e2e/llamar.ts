import type { Page } from 'playwright-core'

/** Calls the API as the user of a page. */
export function llamar<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = {
        'x-token': localStorage.getItem('idToken') ?? '',
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      }
      const answer = await fetch(`/api${path}`, { method, headers, ...(body && { body }) })
      const json = await answer.json()
      if (!answer.ok) throw new Error(`${path}: ${json.message}`)
      return json
    },
    [method, path, body && JSON.stringify(body)] as [string, string, string | undefined],
  )
}
