import './web/tema/base.css'
import './web/tema/arranque.css'
import { createRoot } from 'react-dom/client'
import { Ingreso } from './areas/sesion/ingreso.tsx'
import { guardarFoco } from './web/marco/foco-guardado.ts'
import { guardarTeclas } from './web/paleta/temprano.ts'
import { checkAuth, hayToken } from './web/sesion/sesion.ts'
import { applyScheme } from './web/tema/esquema.ts'

/*
 * Entry point of the browser. A user without a token gets only the sign-in form, which is small and shows at once; the
 * rest of the app is fetched while he types. A user with a token gets the app.
 */

const app = () => import('./main.screens.tsx')

/** Waits until what the page itself shows is drawn; not longer than a moment, since a page behind others draws nothing. */
const dibujada = () =>
  new Promise<void>((done) => {
    setTimeout(done, 50)
    requestAnimationFrame(() => setTimeout(done))
  })

applyScheme()
guardarFoco()
const place = document.getElementById('app')
if (place) {
  const root = createRoot(place)
  if (hayToken() || location.pathname !== '/') {
    // The session is asked for while the program is on its way.
    if (hayToken()) void checkAuth()
    // Its place has the bar already, before the program takes the processor.
    void dibujada()
      .then(app)
      .then(({ start }) => start(root))
  } else {
    document.title = 'Ingresar · Cambista'
    const sending = new AbortController()
    addEventListener('submit', guardarTeclas, { capture: true, signal: sending.signal })
    const enter = () => {
      sending.abort()
      guardarTeclas()
      void app().then(({ start }) => start(root))
    }
    root.render(
      <main>
        <Ingreso alIngresar={enter} />
      </main>,
    )
    setTimeout(() => void app(), 300)
  }
}
