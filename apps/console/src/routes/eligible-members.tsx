import { Navigate } from 'react-router-dom';

/** Redirects from an earlier address of the tab. */
export const Component = () => <Navigate to="/admin?tab=eligible-members" replace />;
