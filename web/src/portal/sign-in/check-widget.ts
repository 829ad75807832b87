import { CHECK_ACTION, type CheckService } from '@portico/contract/human-check.ts'

/** What the scripts of all these services have in common. */
interface WidgetApi {
  render(place: HTMLElement, options: Record<string, unknown>): string | number
  remove?(widget: string | number): void
  /** Some are there before they are ready. */
  ready?(then: () => void): void
}

const globalNames = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', recaptcha: 'grecaptcha' } as const

/** Longer than any network needs; then the person is told. */
const LOADING_MS = 10_000
/** Width of the widgets as they usually are. */
const USUAL_WIDTH = 300

export interface WidgetEvents {
  onToken: (token: string) => void
  onExpired: () => void
  onBroken: () => void
}

/** Draws the service's own widget there; hands back what takes it away. Rejects where its script does not come. */
export async function drawWidget(
  { kind, scriptUrl, siteKey }: CheckService,
  place: HTMLElement,
  { onToken, onExpired, onBroken }: WidgetEvents,
): Promise<() => void> {
  const api = await loadApi(kind, scriptUrl)
  // Of its own, since some services draw into the same element only once.
  const spot = document.createElement('div')
  place.append(spot)
  const widget = api.render(spot, {
    sitekey: siteKey,
    action: CHECK_ACTION,
    theme: document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light',
    size: place.clientWidth < USUAL_WIDTH ? 'compact' : 'normal',
    callback: onToken,
    'expired-callback': onExpired,
    'error-callback': onBroken,
  })
  return () => {
    api.remove?.(widget)
    spot.remove()
  }
}

async function loadApi(kind: CheckService['kind'], scriptUrl: string): Promise<WidgetApi> {
  const find = () => (window as unknown as Record<string, WidgetApi | undefined>)[globalNames[kind]]
  if (!find()) await loadScript(scriptUrl)
  const api = find()
  if (!api) throw new Error('The script of the human check is another one')
  if (api.ready) await new Promise<void>((resolve) => api.ready?.(resolve))
  return api
}

function loadScript(address: string): Promise<void> {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  return new Promise<void>((resolve, reject) => {
    const fail = () => {
      script.remove()
      reject(new Error('The script of the human check does not load'))
    }
    const timer = setTimeout(fail, LOADING_MS)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', fail)
    script.addEventListener('load', () => clearTimeout(timer))
    script.addEventListener('error', () => clearTimeout(timer))
    document.head.append(script)
  })
}
