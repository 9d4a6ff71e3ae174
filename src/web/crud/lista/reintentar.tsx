import { Button } from '@mantine/core'

/** Retries the request, or reloads the page when no retry is given. */
export function BotonReintentar({ alReintentar }: { alReintentar?: (() => void) | undefined }) {
  return (
    <Button variant="default" onClick={() => (alReintentar ?? (() => location.reload()))()}>
      Reintentar
    </Button>
  )
}
