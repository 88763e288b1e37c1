import { computed, effect, signal } from '@preact/signals'
import { PRODUCT_NAME } from '../language/product.js'
import { useLayoutEffect } from 'preact/hooks'

/** The title of a screen or a record, and its parent. */
interface TitlePart {
  readonly title: string
  readonly parent?: { readonly title: string; readonly href: string } | undefined
}

/** The titles of everything that is shown: of the screen, and of the record that is open in it. */
const shown = signal<readonly TitlePart[]>([])

/** An open record, which has a parent, takes precedence over its screen. */
export const screenTitle = computed<TitlePart>(
  () => shown.value.findLast(({ parent }) => parent !== undefined) ?? shown.value.at(-1) ?? { title: '' },
)

/** The number of open tasks, shown before the title in the browser tab. */
export const titleCount = signal(0)

effect(() => {
  const { title } = screenTitle.value
  const count = titleCount.value === 0 ? '' : `(${titleCount.value}) `
  if (title !== '') document.title = `${count}${title} · ${PRODUCT_NAME}`
})

/** Moves the keyboard focus to the screen's title. */
export const focusTitle = (): void => document.querySelector('h1')?.focus()

/** Sets the title in the top bar and in the browser tab while the component is shown. */
export const useTitle = (title: string, parent?: TitlePart['parent']): void => {
  // A layout effect runs together with the rendering, so that Esc works from the first moment.
  useLayoutEffect(() => {
    const part = { title, parent }
    shown.value = [...shown.value, part]
    return () => {
      shown.value = shown.value.filter((one) => one !== part)
    }
  }, [title, parent?.title, parent?.href])
}
