import './zod-setup.ts'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { loadTexts, loadVersion } from './api/start-up.ts'
import { currentLanguage } from './api/texts.ts'
import { App } from './App.tsx'
import { makeRouter } from './routes.tsx'
import { rememberClientCode } from './shell/brand-queries.ts'
import { reportUnhandled } from './shell/report-unhandled.ts'
import { keepUiLabels } from './shell/ui-labels.ts'
import { followSession } from './shell/follow-session.ts'

// Scripts can read the nonce as a property, not as an attribute.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// For the styles that dialogs inject while they lock the page's scrolling.
setNonce(nonce)

rememberClientCode(location.search)
const router = makeRouter()
followSession(router)
reportUnhandled()
keepUiLabels()
loadVersion()
const textsLoaded = loadTexts()

const element = document.getElementById('root')
if (!element) throw new Error('the page has no place for the application')

const render = () =>
  createRoot(element).render(
    <StrictMode>
      <App router={router} nonce={nonce} />
    </StrictMode>,
  )
// The application has the texts of one language in it; those of any other one are there before the first paint.
if (currentLanguage() === SOURCE_LANGUAGE) render()
else void textsLoaded.then(render)
