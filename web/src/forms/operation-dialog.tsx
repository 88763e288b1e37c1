import type { MutationName } from '@postrider/core/assembly/registry'
import type { ComponentChildren } from 'preact'
import { ModalDialog } from '../parts/modal-dialog.js'
import { ActionForm, type ActionFormOption } from './action-form.js'

interface OperationDialogProps<K extends MutationName> extends ActionFormOption<K> {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly isBroad?: boolean
}

/** A dialog with the form of an operation. */
export function OperationDialog<K extends MutationName>({
  title,
  lead,
  isBroad = false,
  ...order
}: OperationDialogProps<K>) {
  return (
    <ModalDialog title={title} lead={lead} isBroad={isBroad} onClose={order.onClose}>
      <ActionForm {...order} />
    </ModalDialog>
  )
}
