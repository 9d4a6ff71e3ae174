import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { llaveDeTelefono } from '../../core/documento/telefono.ts'
import { formatHora } from '../../core/formato.ts'
import { subir } from '../../web/api/archivos.ts'
import { ApiError, request } from '../../web/api/http.ts'
import { prepararComprobante } from '../../web/comprobante.ts'
import { EntradaArchivo } from '../../web/comprobantes/entrada.tsx'
import { ACEPTA } from '../../web/comprobantes/subir.ts'
import { BotonReintentar } from '../../web/crud/lista/reintentar.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { contrato } from './contract.ts'
import classes from './telefono.module.css'

type Publico = ReturnType<typeof contrato.publico.response.parse>

/** The page of a phone that read the QR code: one photo for the screen that shows it, without a session. */
export default function EnviarFoto() {
  const llave = llaveDeTelefono(useRouterState({ select: ({ location }) => location.hash }))
  const { data, error, refetch } = useQuery({
    queryKey: [contrato.publico.path, llave],
    queryFn: ({ signal }) =>
      request<Publico>('GET', contrato.publico.path, { signal, token: llave ?? '' }),
    enabled: llave !== null,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (llave === null) {
    return <Hoja>Lea con la cámara el código que muestra la pantalla de la casa.</Hoja>
  }
  if (error) {
    const closed = error instanceof ApiError && error.status === 410
    return (
      <Hoja accion={!closed && <BotonReintentar alReintentar={() => void refetch()} />}>
        {error.message}
      </Hoja>
    )
  }
  if (!data) return <Cargando />
  return <Envio llave={llave} {...data} />
}

function Hoja({ children, accion }: { children: ReactNode; accion?: ReactNode }) {
  return (
    <div className={classes.pagina}>
      <div className={classes.hoja}>
        <h1 className={classes.titulo}>Enviar una foto</h1>
        <p>{children}</p>
        {accion}
      </div>
    </div>
  )
}

function Envio({ llave, casa, vence_en }: Publico & { llave: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [avance, setAvance] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [enviado, setEnviado] = useState(false)
  async function enviar(file: File) {
    setError(null)
    setAvance(0)
    try {
      const { archivo, nombre } = await prepararComprobante(file)
      const { signal } = new AbortController()
      const como = { signal, token: llave, alAvanzar: setAvance }
      await subir(contrato.recibir, { query: { nombre } }, archivo, como)
      setEnviado(true)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause))
    }
    setAvance(null)
  }
  if (enviado) return <Hoja>Listo: la foto ya está en la pantalla. Puede cerrar esta página.</Hoja>
  return (
    <Hoja
      accion={
        <>
          <Button
            size="md"
            fullWidth
            classNames={{ root: classes.boton, label: classes.palabras }}
            leftSection={<IconCamera size={22} aria-hidden="true" />}
            loading={avance !== null}
            onClick={() => input.current?.click()}
          >
            Tomar o elegir foto o PDF
          </Button>
          {avance !== null && <progress value={avance} max={1} aria-label="Enviando la foto" />}
          {error && (
            <p className={classes.error} role="alert">
              {error}
            </p>
          )}
          <EntradaArchivo
            ref={input}
            etiqueta="Foto o PDF"
            accept={ACEPTA}
            alElegir={(file) => void enviar(file)}
          />
        </>
      }
    >
      {casa} recibirá una foto o un PDF en la pantalla que muestra el código. Sirve una vez y hasta
      las {formatHora(vence_en)}.
    </Hoja>
  )
}
