import { Button } from '@mantine/core'

/** Asks again, or reloads the page when there is nothing to ask. */
export function BotonReintentar({ alReintentar }: { alReintentar?: (() => void) | undefined }) {
  return (
    <Button variant="default" onClick={() => (alReintentar ?? (() => location.reload()))()}>
      Reintentar
    </Button>
  )
}
