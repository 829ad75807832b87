import { CHECK_ACTION, type CheckService } from '@portico/contract/human-check/human-check.ts'

/** The common interface of these services' scripts. */
interface WidgetApi {
  render(container: HTMLElement, options: Record<string, unknown>): string | number
  remove?(widget: string | number): void
  /** Some scripts define their object before it is ready. */
  ready?(then: () => void): void
}

const globalNames = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', recaptcha: 'grecaptcha' } as const

/** Longer than any network needs; then an error is shown. */
const SCRIPT_LOAD_TIMEOUT_MS = 10_000
/** Normal width of the widgets in pixels. */
const NORMAL_WIDGET_WIDTH = 300

export interface WidgetEvents {
  onToken: (token: string) => void
  onExpired: () => void
  onError: () => void
}

/** Renders the service's widget; returns the function to remove it. Rejects when the script does not load. */
export async function renderWidget(
  { kind, scriptUrl, siteKey }: CheckService,
  container: HTMLElement,
  { onToken, onExpired, onError }: WidgetEvents,
): Promise<() => void> {
  const api = await loadApi(kind, scriptUrl)
  // A new element, since some services can render only once into the same one.
  const element = document.createElement('div')
  container.append(element)
  const widget = api.render(element, {
    sitekey: siteKey,
    action: CHECK_ACTION,
    theme: document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light',
    size: container.clientWidth < NORMAL_WIDGET_WIDTH ? 'compact' : 'normal',
    callback: onToken,
    'expired-callback': onExpired,
    'error-callback': onError,
  })
  return () => {
    api.remove?.(widget)
    element.remove()
  }
}

async function loadApi(kind: CheckService['kind'], scriptUrl: string): Promise<WidgetApi> {
  const findApi = () => (window as unknown as Record<string, WidgetApi | undefined>)[globalNames[kind]]
  if (!findApi()) await loadScript(scriptUrl)
  const api = findApi()
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
    const timer = setTimeout(fail, SCRIPT_LOAD_TIMEOUT_MS)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', fail)
    script.addEventListener('load', () => clearTimeout(timer))
    script.addEventListener('error', () => clearTimeout(timer))
    document.head.append(script)
  })
}
