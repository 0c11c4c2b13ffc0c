import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { finishRedirect } from '../session/login-redirect.js';
import { Page } from '../ui/page.js';

/** Where the identity provider sends people back to; they go on where they were. */
export function Component() {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    finishRedirect().then((to) => navigate(to, { replace: true }), setError);
  }, [navigate]);
  return (
    <Page
      title="Signing in"
      loading
      error={error}
      errorTitle="Login attempt failed"
      onRetry={() => void navigate('/', { replace: true })}
    />
  );
}
