/** A message centre to show sessions with: hosts know no adapter. */
export { openSmallCentre, type SmallCentreEvent } from '@postrider/provider-smpp/small-centre'
