import { Button } from '@mantine/core'
import { useState } from 'react'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { pestanaHistorial } from '../../../web/crud/pagina/pestana-historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Estatus, Ficha, Hace, TasaTexto } from '../../../web/crud/valores.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type TipoCambio } from '../contract.ts'
import { EscribirTasa } from '../edicion/escribir-tasa.tsx'
import { InterruptorModo } from '../edicion/modo.tsx'
import { useTasasEnVivo } from '../lista/en-vivo.tsx'
import { InterruptorEstatus } from '../lista/estatus.tsx'
import { ejemplo, montosEnFrase, nombreTipo, SIGNOS } from '../palabras.ts'
import { ComoSeCalcula } from './calculo.tsx'
import { DatosTipo } from './datos-tipo.tsx'
import { Historico } from './historico.tsx'

export const empieza: Empieza = { fila: contrato.obtener }

/** One rate: its quote, its derivation, its history and its rule. */
export default function DetalleTipo() {
  useTasasEnVivo()
  return <UnaFila endpoint={contrato.obtener}>{(tipo) => <Tipo tipo={tipo} />}</UnaFila>
}

function Tipo({ tipo: data }: { tipo: TipoCambio }) {
  const edita = usePuede('tipos-cambios:editar')
  return (
    <Detalle
      titulo={nombreTipo(data)}
      migas={[{ texto: 'Tipos de cambio', ruta: 'tipos-cambios' }, { texto: data.pais_nombre }]}
      estado={<Estados tipo={data} />}
      nota={
        <>
          {SIGNOS[data.metodo_calculo]} <TasaTexto tasa={data.tasa} precision={data.precision} /> ·{' '}
          {ejemplo(data) && `${ejemplo(data)} · `}
          {montosEnFrase(data) && `${montosEnFrase(data)} · `}vigente{' '}
          <Hace momento={data.vigente_desde} />{' '}
          <Duda en="tasas#tipos-de-cambio" sobre="tasa automática y manual" />
        </>
      }
      acciones={<Acciones tipo={data} />}
      pestanas={[
        {
          clave: 'historico',
          titulo: 'Histórico',
          contenido: () => (
            <div className="pila">
              <ComoSeCalcula tipo={data} />
              <Historico tipo={data} />
            </div>
          ),
        },
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => <DatosTipo tipo={data} edita={edita} />,
        },
        pestanaHistorial({ endpoint: contrato.historial, id: data.id }),
      ]}
    />
  )
}

function Estados({ tipo }: { tipo: TipoCambio }) {
  return (
    <>
      <Estatus activo={tipo.estatus} />
      {(tipo.segmento !== 'publico' || tipo.hasta) && <Ficha>{SEGMENTOS[tipo.segmento]}</Ficha>}
      {tipo.tasa_manual && <Ficha tono="info">Manual</Ficha>}
      {tipo.vencida ? (
        <Ficha tono="negativo">Vencida</Ficha>
      ) : (
        tipo.rancia && <Ficha tono="aviso">Sin confirmar hoy</Ficha>
      )}
      {tipo.bajo_costo && <Ficha tono="negativo">Bajo costo</Ficha>}
    </>
  )
}

function Acciones({ tipo }: { tipo: TipoCambio }) {
  const [abierto, setAbierto] = useState(false)
  if (!usePuede('tipos-cambios:publicar')) return null
  return (
    <>
      <span className="junto">
        <span aria-hidden="true">Manual</span>
        <InterruptorModo tipo={tipo} />
      </span>
      <span className="junto">
        <span aria-hidden="true">Activo</span>
        <InterruptorEstatus tipo={tipo} />
      </span>
      <Button variant="default" onClick={() => setAbierto(true)}>
        Escribir tasa
      </Button>
      <EscribirTasa tipo={tipo} abierto={abierto} cerrar={() => setAbierto(false)} />
      <BotonEnlace a="deshacer-tasa" params={{ id: tipo.id }} variant="default">
        Deshacer
      </BotonEnlace>
    </>
  )
}
