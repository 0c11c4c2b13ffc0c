import { Alert, Button, GlobalStyles } from '@mui/material';
import type { ReactNode } from 'react';

interface NoticeProps {
  /** Stays in view wherever in the form the person is, beside the cart, and takes no key from who is typing. */
  readonly urgent?: boolean;
  readonly actions: readonly (readonly [label: string, act: () => void])[];
  readonly children: ReactNode;
}

/** Says something of the order as a whole, and what can be done about it. */
export function Notice({ urgent = false, actions, children }: NoticeProps) {
  return (
    <>
      {/* What the keyboard goes to is not scrolled under it. */}
      {urgent ? <GlobalStyles styles={{ 'html:root': { scrollPaddingTop: 200 } }} /> : null}
      <Alert
        severity={urgent ? 'warning' : 'info'}
        sx={{
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: 1, minWidth: 200 },
          ...(urgent && { position: 'sticky', top: 64, zIndex: 'appBar', mb: 3, mr: { md: '392px' } }),
        }}
        action={actions.map(([label, act]) => (
          <Button key={label} color="inherit" size="small" onClick={act}>
            {label}
          </Button>
        ))}
      >
        {children}
      </Alert>
    </>
  );
}
