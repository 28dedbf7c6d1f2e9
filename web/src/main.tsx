import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './ui/mantine.css';
import './ui/tokens.css';
import './ui/global.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.js';
import { createDashboard } from './app/create-dashboard.js';
import { DashboardContext } from './app/dashboard-state.js';
import { theme, tokenVariables } from './ui/theme.js';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={tokenVariables} defaultColorScheme="auto">
      <DashboardContext value={createDashboard()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </DashboardContext>
    </MantineProvider>
  </StrictMode>,
);
