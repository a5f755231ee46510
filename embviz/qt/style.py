"""The style sheet: Fusion in the program's colours, radii and type sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from embviz.qt.icons import style_sheet_image

if TYPE_CHECKING:
    from embviz.qt.theme import Theme


SEPARATOR_WIDTH = 1
"""Pixels between two docks."""


def style_sheet(theme: Theme, zoom: float = 1.0) -> str:
    """Style sheet of everything in the window.

    Parameters
    ----------
    zoom
        Factor on all type sizes and row heights.
    """

    def px(length: float) -> str:
        return f"{max(1, round(length * zoom))}px"

    chevron = style_sheet_image("combo-arrow", theme)
    closed, opened = style_sheet_image("branch-closed", theme), style_sheet_image("branch-open", theme)
    tabs_left, tabs_right = style_sheet_image("tabs-left", theme), style_sheet_image("tabs-right", theme)
    up, down = style_sheet_image("spin-up", theme), style_sheet_image("spin-down", theme)
    check = style_sheet_image("tick", theme)
    return f"""
    QWidget {{ color: {theme.ink}; font-size: {px(13)}; }}
    QDialog {{ background: {theme.window}; }}

    QMenuBar {{ background: {theme.window}; padding: 2px 8px; }}
    QMenuBar::item {{ background: transparent; padding: 4px 10px; border-radius: 6px; }}
    QMenuBar::item:selected {{ background: {theme.accent_soft}; }}
    QMenu {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 6px; padding: 5px;
        icon-size: {px(16)}; }}
    QMenu::item {{ padding: 5px 28px 5px 24px; border-radius: 5px; }}
    QMenu::item:selected {{ background: {theme.accent_soft}; }}
    QMenu::item:disabled {{ color: {theme.third}; }}
    QMenu::separator {{ height: 1px; background: {theme.line}; margin: 5px 8px; }}
    QMenu::icon {{ left: 6px; }}

    QToolBar {{ background: {theme.window}; border: none; border-bottom: 1px solid {theme.line};
               spacing: 5px; padding: 7px 10px; icon-size: {px(20)}; }}
    QToolBar::separator {{ background: {theme.line}; width: 1px; margin: 8px 8px; }}
    QToolButton {{ border: 1px solid transparent; border-radius: 6px; padding: 5px 7px;
        background: transparent; icon-size: {px(17)}; }}
    QToolButton[fit="small"] {{ padding: 4px; }}
    QToolButton[fit="large"] {{ icon-size: {px(20)}; }}
    QToolButton[fit="tiny"] {{ padding: 4px; icon-size: {px(14)}; }}
    QToolButton:hover {{ background: {theme.accent_soft}; }}
    QToolButton:checked {{ background: {theme.accent_soft}; border-color: {theme.accent};
        color: {theme.accent}; }}
    QToolButton:focus {{ border-color: {theme.accent}; }}
    QToolButton:disabled {{ color: {theme.third}; }}
    QToolButton::menu-indicator {{ image: none; }}

    QPushButton {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 6px;
                  padding: 6px 14px; min-height: {px(17)}; icon-size: {px(17)}; }}
    QPushButton:hover {{ border-color: {theme.accent}; }}
    QPushButton:focus {{ border-color: {theme.accent}; }}
    QPushButton:pressed {{ background: {theme.accent_soft}; }}
    QPushButton:disabled {{ color: {theme.third}; }}
    QPushButton[role="primary"] {{ background: {theme.accent}; color: {theme.on_accent};
        border-color: {theme.accent};
                                  font-weight: 600; }}
    QPushButton[role="primary"]:focus {{ border: 2px solid {theme.ink}; padding: 5px 13px; }}
    QPushButton[role="primary"]:disabled {{ background: {theme.line}; border-color: {theme.line};
        color: {theme.third}; }}
    QPushButton[role="segment"] {{ border-radius: 0; padding: 5px 15px; background: {theme.panel}; }}
    QPushButton[role="segment"][place="first"] {{ border-top-left-radius: 6px;
        border-bottom-left-radius: 6px; }}
    QPushButton[role="segment"][place="middle"] {{ border-left: none; }}
    QPushButton[role="segment"][place="last"] {{ border-top-right-radius: 6px;
        border-bottom-right-radius: 6px;
                                               border-left: none; }}
    QPushButton[role="segment"]:checked {{ background: {theme.accent_soft}; color: {theme.accent};
        font-weight: 600; }}
    QPushButton[role="segment"]:focus {{ color: {theme.accent}; text-decoration: underline; }}
    QPushButton[role="segment"][fit="small"] {{ padding: 1px 6px; min-height: {px(16)};
        font-size: {px(12)}; }}
    QPushButton[role="chip"] {{ border-radius: {round(16 * zoom) // 2 + 2}px; padding: 1px 8px;
                               font-size: {px(12)}; min-height: {px(16)}; background: {theme.panel}; }}
    QPushButton[role="chip"]:checked {{ background: {theme.accent_soft}; border-color: {theme.accent};
        color: {theme.accent}; }}
    QPushButton[role="chip"]:focus {{ border-color: {theme.ink}; }}
    QPushButton[role="link"] {{ border: none; background: transparent; color: {theme.accent};
        padding: 2px 4px;
                               font-weight: 600; }}
    QPushButton[role="link"]:hover, QPushButton[role="link"]:focus {{ text-decoration: underline; }}

    QLineEdit[role="in-row"] {{ border-color: {theme.accent}; border-radius: 4px; padding: 0 3px; }}
    QToolButton[role="menu"] {{ padding: 4px {px(19)} 4px 6px; font-size: {px(12)};
        font-weight: 600; color: {theme.accent}; }}
    QToolButton[role="menu"]::menu-indicator {{ image: url("{chevron}"); width: {px(12)}; height: {px(12)};
        subcontrol-position: right center; subcontrol-origin: padding; right: 5px; }}
    QLineEdit[role="expression"] {{ font-size: {px(15)}; font-weight: 500; padding: 6px 10px; }}
    QFrame[ground="card"] {{ background: {theme.strip}; border: 1px solid {theme.strip_line};
        border-radius: 10px; }}
    QFrame[ground="popup"] {{ background: {theme.panel}; border: 1px solid {theme.line};
        border-radius: 8px; }}

    QComboBox {{ background: {theme.panel}; border: 1px solid {theme.line}; border-radius: 6px;
        padding: 4px 10px;
                min-height: {px(18)}; }}
    QComboBox[role="small"] {{ padding: 1px 6px 1px 8px; font-size: {px(12)}; }}
    QComboBox:hover, QComboBox:focus {{ border-color: {theme.accent}; }}
    QComboBox::drop-down {{ border: none; width: {px(22)}; }}
    QComboBox[role="small"]::drop-down {{ width: {px(19)}; }}
    QComboBox::down-arrow {{ image: url("{chevron}"); width: {px(12)}; height: {px(12)}; }}
    QComboBox QAbstractItemView {{ background: {theme.panel}; border: 1px solid {theme.line};
                                  selection-background-color: {theme.accent_soft};
                                      selection-color: {theme.ink};
                                  outline: none; }}
    QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox {{ background: {theme.panel};
        border: 1px solid {theme.line};
                border-radius: 6px; padding: 5px 9px; selection-background-color: {theme.accent};
                selection-color: {theme.on_accent}; }}
    QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {{
        border-color: {theme.accent}; }}
    QSpinBox, QDoubleSpinBox {{ padding: 4px {px(20)} 4px 9px; min-height: {px(18)}; }}
    QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; background: transparent;
        width: {px(18)}; }}
    QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 2px 2px 0 0; }}
    QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 2px 0; }}
    QAbstractSpinBox::up-arrow {{ image: url("{up}"); width: {px(9)}; height: {px(9)}; }}
    QAbstractSpinBox::down-arrow {{ image: url("{down}"); width: {px(9)}; height: {px(9)}; }}
    QAbstractSpinBox:disabled {{ color: {theme.third}; }}
    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {theme.line}; }}
    QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {theme.accent}; }}
    QSlider::handle:horizontal {{ width: 14px; height: 14px; margin: -5px 0; border-radius: 7px;
        background: {theme.panel}; border: 1px solid {theme.accent}; }}
    QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {theme.accent_soft};
        border: 2px solid {theme.accent}; width: 12px; height: 12px; }}
    QSlider::handle:horizontal:disabled {{ border-color: {theme.line}; }}
    QCheckBox {{ spacing: 7px; }}
    QCheckBox::indicator {{ width: {px(15)}; height: {px(15)};
        border: 1px solid {theme.third}; border-radius: 4px;
                           background: {theme.panel}; }}
    QCheckBox::indicator:checked {{ background: {theme.accent}; border-color: {theme.accent};
        image: url("{check}"); }}
    QCheckBox:focus {{ color: {theme.accent}; }}

    QAbstractItemView {{ background: {theme.panel}; border: none; outline: none; }}
    QTreeView {{ show-decoration-selected: 0; selection-background-color: transparent; }}
    QTreeView::branch, QTreeView::branch:selected {{ background: transparent; }}
    QTreeView::branch:has-children:closed {{ image: url("{closed}"); }}
    QTreeView::branch:has-children:open {{ image: url("{opened}"); }}
    QAbstractItemView[role="list"] {{ border: 1px solid {theme.line}; border-radius: 6px; padding: 3px; }}
    QAbstractItemView[role="list"]:focus {{ border-color: {theme.accent}; }}
    QAbstractItemView[role="list"]::item {{ padding: 4px 8px; color: {theme.ink}; }}
    QAbstractItemView[role="list"]::item:selected {{ background: {theme.accent_soft}; color: {theme.ink}; }}
    QHeaderView::section {{ background: {theme.panel}; color: {theme.second}; border: none;
                           border-bottom: 1px solid {theme.line}; padding: 4px 4px; font-size: {px(11)}; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle {{ background: {theme.line}; border-radius: 3px; margin: 2px; min-height: 28px;
        min-width: 28px; }}
    QScrollBar::handle:hover {{ background: {theme.third}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}

    QTabBar {{ background: {theme.window}; }}
    QTabBar::tab {{ background: transparent; color: {theme.second}; padding: 7px 12px 6px 12px;
        font-weight: 500;
                   border: none; border-bottom: 2px solid transparent; }}
    QTabBar::tab:selected {{ color: {theme.ink}; background: {theme.panel}; font-weight: 600;
                            border-bottom: 2px solid {theme.accent}; }}
    QTabBar::tab:hover {{ color: {theme.ink}; }}
    QTabBar::tab:focus {{ color: {theme.accent}; }}
    QTabBar::tear {{ width: 0; image: none; }}
    QTabBar::scroller {{ width: {px(36)}; }}
    QTabBar QToolButton {{ background: {theme.window}; border: none; border-radius: 0; padding: 0;
                          margin: 0; }}
    QTabBar QToolButton::left-arrow {{ image: url("{tabs_left}"); width: {px(14)}; height: {px(14)}; }}
    QTabBar QToolButton::right-arrow {{ image: url("{tabs_right}"); width: {px(14)}; height: {px(14)}; }}

    QStatusBar {{ background: {theme.window}; border-top: 1px solid {theme.line}; color: {theme.second};
                 min-height: {px(22)}; }}
    QStatusBar::item {{ border: none; }}
    QToolButton[role="in-status"] {{ padding: 0 3px; border-radius: 4px; icon-size: {px(13)}; }}
    QStatusBar QLabel {{ color: {theme.second}; font-size: {px(12)}; padding: 0 6px; }}
    QToolTip {{ background: {theme.panel}; color: {theme.ink}; border: 1px solid {theme.line};
        padding: 4px 6px;
               font-size: {px(12)}; }}
    QProgressBar {{ border: none; background: {theme.line}; border-radius: 2px; max-height: 4px;
        min-height: 4px; }}
    QProgressBar::chunk {{ background: {theme.accent}; border-radius: 2px; }}

    QWidget[role="dock-title"] {{ background: {theme.window}; }}
    QLabel[role="dock-tab"] {{ background: {theme.panel}; padding: 7px 12px 6px 12px; font-weight: 600;
                              border-bottom: 2px solid {theme.accent}; }}
    QToolBar[ground="notice-holder"] {{ padding: 0; spacing: 0; border: none; }}
    QWidget[ground="panel"] {{ background: {theme.panel}; }}
    QWidget[ground="map"] {{ background: {theme.map}; }}
    QFrame[ground="rule"] {{ background: {theme.line}; border: none; }}
    QWidget[ground="strip"] {{ background: {theme.strip}; border-top: 1px solid {theme.strip_line}; }}
    QWidget[ground="notice"] {{ background: {theme.strip}; border-bottom: 1px solid {theme.strip_line}; }}
    QLabel[role="heading"] {{ font-size: {px(19)}; font-weight: 600; }}
    QLabel[role="complaint"] {{ color: {theme.false}; font-size: {px(12)}; }}
    QLabel[role="numbers"] {{ font-size: {px(12)}; }}
    QLabel[role="formula"] {{ font-size: {px(16)}; font-weight: 600; }}
    QLabel[role="fact"] {{ font-weight: 600; font-size: {px(12)}; }}
    QLabel[role="title"] {{ font-weight: 600; }}
    QLabel[role="second"] {{ color: {theme.second}; font-size: {px(12)}; }}
    QLabel[role="third"] {{ color: {theme.third}; font-size: {px(12)}; }}
    """
