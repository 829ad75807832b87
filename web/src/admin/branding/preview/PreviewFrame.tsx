import { useMantineStyleNonce } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ThemeProvider } from '../../../ui/ThemeProvider.tsx'
import type { ShownBrand } from '../brand-form.ts'
import type { PreviewMode } from './PreviewModeControl.tsx'
import { ScaledFrame } from './ScaledFrame.tsx'

/** The least width at which announcements are beside the tiles. */
const desktop = { width: 1200, height: 750 }

interface PreviewFrameProps {
  label: string
  brand: ShownBrand
  mode: PreviewMode
  children: ReactNode
}

/** Shows parts of the portal as a page of its own in a brand, so that modes and widths apply as they do for users. */
export const PreviewFrame = ({ label, children, ...look }: PreviewFrameProps) => (
  <ScaledFrame label={label} size={desktop}>
    {(page) => (
      <BrandedPage page={page} {...look}>
        {children}
      </BrandedPage>
    )}
  </ScaledFrame>
)

interface BrandedPageProps {
  page: Document
  brand: ShownBrand
  mode: PreviewMode
  children: ReactNode
}

function BrandedPage({ page, brand, mode, children }: BrandedPageProps) {
  const nonce = useMantineStyleNonce()?.()
  useLayoutEffect(() => copyStyles(page), [page])
  return createPortal(
    <ThemeProvider
      buttonColor={`#${brand.buttonColor}`}
      tileColor={`#${brand.color}`}
      within={{ selector: ':root', element: () => page.documentElement, mode }}
      {...(nonce === undefined ? {} : { nonce })}
    >
      {children}
    </ThemeProvider>,
    page.body,
  )
}

/** Gives a document the styles of this one, also those that load later; returns how to stop. */
function copyStyles(page: Document): () => void {
  const copy = (node: Node) => {
    const isStyle = node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.rel === 'stylesheet')
    if (isStyle) page.head.append(page.importNode(node, true))
  }
  page.documentElement.lang = document.documentElement.lang
  document.head.childNodes.forEach(copy)
  const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(copy)))
  observer.observe(document.head, { childList: true })
  return () => observer.disconnect()
}
